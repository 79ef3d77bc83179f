/* Verifies every chain; `say` gets text that ends with a zero. */
int verify_all(void (*say)(const char *text));
