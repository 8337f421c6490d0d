/**
 * For a cache that functions reach with no more than a unit of work. Each application has its own: a process may run
 * several, as tests do, and a company of one has the id of another company in the next.
 */
export function perApplication<T extends object>(create: () => T): (of: { readonly application: object }) => T {
  const created = new WeakMap<object, T>()
  return ({ application }) => {
    let own = created.get(application)
    if (!own) created.set(application, (own = create()))
    return own
  }
}
