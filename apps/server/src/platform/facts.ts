/**
 * The kinds of facts, with the ids that say what they are about. Each module adds its own: `declare module
 * '#platform/facts' { interface Facts { 'ticket.closed': { ticketId: number } } }`
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- filled by the modules
export interface Facts {}

export type FactKind = keyof Facts
export interface Fact<K extends FactKind = FactKind> {
  kind: K
  ids: Facts[K]
}
/** A committed fact, with its number within its company. */
export interface NumberedFact<K extends FactKind = FactKind> extends Fact<K> {
  number: number
}
