/** What travels with a message of ours and comes back with its echo. */
export interface OwnMark {
  externalId: string
  /** From 0. */
  part: number
  parts: number
}

export const markOf = ({ externalId, part, parts }: OwnMark): string => `guiche:${part}/${parts}:${externalId}`

/** Undefined: it is not ours. */
export function readMark(metadata: string | undefined): OwnMark | undefined {
  const [, part, parts, externalId] = /^guiche:(\d{1,4})\/(\d{1,4}):(\S{1,255})$/.exec(metadata ?? '') ?? []
  return externalId === undefined ? undefined : { externalId, part: Number(part), parts: Number(parts) }
}

/** Travels with what is no message of its own, such as a reaction: nothing is stored of how far it came. */
export const silentMark = 'guiche'
