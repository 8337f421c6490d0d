import { locationBody, vCardOf } from '@guiche/contract'
import { ContactCards, LocationCard } from '../content/index.ts'
import type { SentThing as Thing } from '../sends.ts'

/** Contact cards or a location that are still being sent. */
export function SentThing({ thing }: { thing: Thing }) {
  if (thing.kind === 'location') return <LocationCard body={locationBody(thing.location)} />
  return <ContactCards body={thing.contacts.map(vCardOf).join('\n')} />
}
