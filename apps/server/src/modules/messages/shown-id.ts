import { holdsNumber } from '#channels/facts'

interface Named {
  /** 0: it is not stored here. */
  id: number
  externalId: string
}

const ours = /^masked\.(\d{1,15})$/

/** What a viewer knows a message by: the network's id, or ours if that one would tell a number that is masked for them (S67). */
export const shownId = ({ id, externalId }: Named, masked: boolean): string =>
  masked && holdsNumber(externalId) ? `masked.${id}` : externalId

/** The message that a viewer with masked numbers names. Undefined: it is named by the network's id. */
export function idShownAs(wid: string): number | undefined {
  const [, id] = ours.exec(wid) ?? []
  return id === undefined ? undefined : Number(id)
}
