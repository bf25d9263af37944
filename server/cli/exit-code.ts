/** What every command answers with. */
export const EXIT = { clean: 0, findings: 1, wrongUse: 2 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
