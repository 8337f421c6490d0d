import { campaignNames, fillCampaignText, limits, seen, variableKey } from '@guiche/contract'
import { valuesWithoutTicket } from '#modules/messages'

export const hasText = (text: string): boolean => seen(text) !== ''

/** Recordings have no caption: they come after their text. */
export const comesApart = (file: { mediaType: string } | null | undefined, body: string): boolean =>
  file?.mediaType === 'audio' && hasText(body)

interface Wanted {
  turn: { connection_name: string; company_name: string; timezone: string; language: string; now: number }
  person: { name: string; number: string; email: string; variables: Record<string, string> }
  /** The company's own. */
  variables: readonly { key: string; value: string }[]
}

export const fillText = (text: string, values: ReadonlyMap<string, string>): string =>
  fillCampaignText(text, values).slice(0, limits.campaignText)

/**
 * What texts can say to a person, by the keys of the variables. Their own come before the company's, and neither hides a name of
 * ours.
 */
export function valuesFor({ turn, person, variables }: Wanted): ReadonlyMap<string, string> {
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
  return values
}
