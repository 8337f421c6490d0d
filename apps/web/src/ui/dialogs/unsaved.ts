/** What the person answers. */
export interface Answers {
  leave: () => void
  stay: () => void
}

/** A form on the screen with input that is not saved. */
interface Unsaved {
  /** Links leave the form too. Not for dialogs, which cover all links and navigate themselves when they are done. */
  asksLinks: boolean
  ask: (answers: Answers) => void
}

type Entry = Unsaved & { settle?: (mayLeave: boolean) => void }

/** The form that is on top is the last one. */
const forms: Entry[] = []
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/** Returns a function that removes the form, because it was saved or closed. */
export function holdUnsaved(form: Unsaved): () => void {
  const entry: Entry = { ...form }
  forms.push(entry)
  tell()
  return () => {
    forms.splice(forms.indexOf(entry), 1)
    // A question that nobody can answer any more does not hold up the page.
    entry.settle?.(true)
    tell()
  }
}

/** Whether the page may be left. Asks the form on top, if it asks for this kind of leaving. */
async function mayLeave(by: 'link' | 'browser'): Promise<boolean> {
  const form = forms.at(-1)
  if (!form || (by === 'link' && !form.asksLinks)) return true
  return new Promise((resolve) => {
    form.settle?.(false)
    form.settle = resolve
    form.ask({ leave: () => resolve(true), stay: () => resolve(false) })
  })
}

/** For the router, which asks before Back, Forward, reload and links. */
export const unsaved = {
  mayLeave,
  isAny: (): boolean => forms.length > 0,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
