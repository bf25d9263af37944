const PLAIN = /^[\w@%+:,./][\w@%+=:,./-]*$/;

/** One word for a POSIX shell: whatever the text, the command gets exactly that. NUL cannot be passed. */
export function shellWord(text: string): string {
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
