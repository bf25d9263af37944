/** Drafts one can go back and forth between; any value that is never changed in place will do. */
export type UndoStack<Draft> = {
  /** Oldest first. */
  readonly past: readonly Draft[];
  readonly present: Draft;
  /** The next redo first. */
  readonly future: readonly Draft[];
  /** The last change, while further typing may still join it. */
  readonly open?: { readonly group: string; readonly at: number } | undefined;
};

/** `group` names what is being typed in (a field, the editor); without it a change stands alone. `at`: milliseconds. */
export type UndoStep = { readonly at: number; readonly group?: string | undefined };

/** A pause of this many milliseconds ends a burst of typing. */
export const TYPING_PAUSE = 1000;
/** Older drafts are forgotten. */
export const UNDO_LIMIT = 200;

export function startUndo<Draft>(present: Draft): UndoStack<Draft> {
  return { past: [], present, future: [] };
}

/**
 * A new draft. It joins the change before it, so that one undo takes both back, where both are of the same group with no
 * pause between them and nothing was undone in between. The same draft again changes nothing.
 */
export function pushDraft<Draft>(
  stack: UndoStack<Draft>,
  draft: Draft,
  { at, group }: UndoStep,
): UndoStack<Draft> {
  if (draft === stack.present) return stack;
  const open = group === undefined ? undefined : { group, at };
  const isJoined =
    open !== undefined && open.group === stack.open?.group && at - stack.open.at <= TYPING_PAUSE;
  const past = isJoined ? stack.past : [...stack.past, stack.present].slice(-UNDO_LIMIT);
  return { past, present: draft, future: [], open };
}

/** One step back; the same stack where there is none. */
export function undo<Draft>(stack: UndoStack<Draft>): UndoStack<Draft> {
  const [last] = stack.past.slice(-1);
  if (last === undefined) return stack;
  return {
    past: stack.past.slice(0, -1),
    present: last,
    future: [stack.present, ...stack.future],
  };
}

/** One step forward again; the same stack where there is none. */
export function redo<Draft>(stack: UndoStack<Draft>): UndoStack<Draft> {
  const [next, ...future] = stack.future;
  if (next === undefined) return stack;
  return { past: [...stack.past, stack.present], present: next, future };
}
