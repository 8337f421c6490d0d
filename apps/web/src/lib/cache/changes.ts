/** The changed fields. A form sends only these, so that it does not overwrite a colleague's changes to other fields. */
export function changesOf<Body extends object>(before: Body, after: Body): Partial<Body> {
  const same = new Map(Object.entries(before).map(([name, value]) => [name, JSON.stringify(value)]))
  const changed = Object.entries(after).filter(([name, value]) => same.get(name) !== JSON.stringify(value))
  // The compiler loses the field names in `entries`.
  return Object.fromEntries(changed) as Partial<Body>
}
