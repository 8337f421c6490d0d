/**
 * What can happen, and the ids that say to what. Each module adds its own:
 * `declare module '#platform/facts' { interface Facts { 'ticket.closed': { ticketId: number } } }`
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- filled by the modules
export interface Facts {}

export type FactKind = keyof Facts
export interface Fact<K extends FactKind = FactKind> {
  kind: K
  ids: Facts[K]
}
/** A fact that is committed, with its number in its company. */
export interface NumberedFact<K extends FactKind = FactKind> extends Fact<K> {
  number: number
}
