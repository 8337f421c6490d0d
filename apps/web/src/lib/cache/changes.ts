/** What differs. Who saves a form sends this alone: what a colleague has changed meanwhile stays as it is. */
export function changesOf<Body extends object>(before: Body, after: Body): Partial<Body> {
  const same = new Map(Object.entries(before).map(([name, value]) => [name, JSON.stringify(value)]))
  const changed = Object.entries(after).filter(([name, value]) => same.get(name) !== JSON.stringify(value))
  // The compiler cannot follow the names through entries and back.
  return Object.fromEntries(changed) as Partial<Body>
}
