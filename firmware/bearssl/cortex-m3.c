/* On a Cortex-M3 under QEMU: start, and output over semihosting. */
#include <stdint.h>

#include "verify.h"

extern uint32_t data_start, data_end, data_load, bss_start, bss_end, stack_top;

static int semihosting(int operation, const void *argument)
{
    register int r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

static void say(const char *text)
{
    semihosting(0x04, text); /* SYS_WRITE0 */
}

static void leave(int wrong)
{
    /* SYS_EXIT: ADP_Stopped_ApplicationExit, or ADP_Stopped_RunTimeErrorUnknown */
    semihosting(0x18, (const void *)(wrong ? 0x20023 : 0x20026));
    for (;;) {
    }
}

static void fault(void)
{
    say("FAILED: fault\n");
    leave(1);
}

static void start(void)
{
    uint32_t *from = &data_load;

    for (uint32_t *to = &data_start; to < &data_end;) {
        *to++ = *from++;
    }
    for (uint32_t *to = &bss_start; to < &bss_end;) {
        *to++ = 0;
    }
    leave(verify_all(say));
}

__attribute__((section(".vectors"), used)) static const void *const vectors[] = {
    &stack_top, start, fault, fault, fault, fault, fault,
};
