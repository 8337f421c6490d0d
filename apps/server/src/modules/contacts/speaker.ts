/** Of a group: who has spoken. */
export interface SpeakerPart {
  name: string
  identity: { kind: string; value: string }
}

/** By name, else by number: what is shown of it has its numbers masked for who may not see them (S67). */
export const speakerOf = ({ name, identity }: SpeakerPart) =>
  name || (identity.kind === 'phone' ? `+${identity.value}` : '')
