import { campaignNames, fillCampaignText, limits, variableKey } from '@guiche/contract'
import { valuesWithoutTicket } from '#modules/messages'
import { hasText } from './complete-campaign.ts'
import type { Candidate, LockedTurn } from './tables/reserve.repository.ts'

interface ChosenText {
  /** From 1 to 5. */
  variant: number
  text: string
}

/**
 * One of the variants that have a text; the first if none has one, because a file may need none. `before`: the variant of an
 * earlier try, which is chosen again if it still has a text.
 */
export function chooseText(texts: readonly string[], before: number | null): ChosenText {
  const usable = texts.flatMap((text, nth) => (hasText(text) ? { variant: nth + 1, text } : []))
  const again = usable.find(({ variant }) => variant === before)
  return again ?? usable[Math.floor(Math.random() * usable.length)] ?? { variant: 1, text: '' }
}

interface Wanted {
  turn: Pick<LockedTurn, 'connection_name' | 'company_name' | 'timezone' | 'language' | 'now'>
  person: Pick<Candidate, 'name' | 'number' | 'email' | 'variables'>
  /** The company's own. */
  variables: readonly { key: string; value: string }[]
}

/** Recordings have no caption: they come after their text. */
export const comesApart = (file: { mediaType: string } | null | undefined, body: string): boolean =>
  file?.mediaType === 'audio' && hasText(body)

/** Fills in what the text says of the person. Their own variables come before the company's, and neither hides a name of ours. */
export function textFor(text: string, { turn, person, variables }: Wanted): string {
  const usual = valuesWithoutTicket({
    connection: turn.connection_name,
    company: turn.company_name,
    timezone: turn.timezone,
    language: turn.language,
    now: new Date(turn.now),
  })
  // A name that is only a number was never one.
  const name = /^[\d\s().+-]{8,}$/.test(person.name) ? '' : person.name.trim()
  const builtIn: (readonly [names: readonly string[], value: string | undefined])[] = [
    [campaignNames.name, name],
    [campaignNames.firstName, name.split(/\s+/)[0]],
    [campaignNames.number, person.number],
    [campaignNames.email, person.email],
    [campaignNames.greeting, usual.get('ms')],
    [campaignNames.date, usual.get('date')],
    [campaignNames.hour, usual.get('hour')],
    [campaignNames.dateAndHour, usual.get('data_hora')],
    [campaignNames.connection, turn.connection_name],
    [campaignNames.company, turn.company_name],
  ]
  const values = new Map<string, string>()
  for (const { key, value } of variables) values.set(variableKey(key), value)
  for (const [key, value] of Object.entries(person.variables)) values.set(variableKey(key), value)
  for (const [names, value = ''] of builtIn) for (const known of names) values.set(known, value)
  return fillCampaignText(text, values).slice(0, limits.campaignText)
}
