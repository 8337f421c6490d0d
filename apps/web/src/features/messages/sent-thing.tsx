import { placeBody, vCardOf } from '@guiche/contract'
import { ContactCards } from './content/contact-cards.tsx'
import { LocationCard } from './content/location-card.tsx'
import type { SentThing as Thing } from './sends.ts'

/** Cards or a place on their way: as they will look. */
export function SentThing({ thing }: { thing: Thing }) {
  if (thing.kind === 'place') return <LocationCard body={placeBody(thing.place)} />
  return <ContactCards body={thing.contacts.map(vCardOf).join('\n')} />
}
