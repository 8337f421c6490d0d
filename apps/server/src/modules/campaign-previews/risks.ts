import type { CampaignRisk } from '@guiche/contract'

/** In percent. Fewer strangers are usual. */
const manyStrangers = 20
/** In days. Networks watch a number more closely until then. */
const isNewFor = 14
/** More people who get one and the same text are conspicuous. */
const fewPeople = 50
/** In seconds. */
const shortest = 5

interface Planned {
  people: number
  strangers: number
  unchecked: number
  /** Those that are used. */
  texts: readonly string[]
  pause: number | undefined
  connections: readonly { name: string; age: number; isConnected: boolean; isPhone: boolean }[]
}

/** What may cost a paired phone its number. Networks that are paid by message have rules of their own. */
export function risksOf({ people, strangers, unchecked, texts, pause, connections }: Planned): CampaignRisk[] {
  const risks: CampaignRisk[] = []
  const add = (code: CampaignRisk['code'], value: number, connection: string | null = null) =>
    risks.push({ code, value, connection })
  for (const { name, isConnected } of connections) if (!isConnected) add('offline', 0, name)
  const phones = connections.filter(({ isPhone }) => isPhone)
  if (phones.length === 0 || people === 0) return risks
  const share = Math.round((strangers / people) * 100)
  if (share >= manyStrangers) add('strangers', share)
  if (unchecked > 0) add('unchecked', unchecked)
  for (const { name, age } of phones) if (age < isNewFor) add('newNumber', age, name)
  const withLink = texts.filter(hasLink).length
  if (withLink > 0 && strangers > 0) add('links', withLink)
  if (texts.length <= 1 && people > fewPeople) add('oneText', people)
  if (pause !== undefined && pause < shortest) add('shortPause', Math.round(pause * 10) / 10)
  return risks
}

/** An address, or a name that WhatsApp shows as a link. */
export const hasLink = (text: string): boolean =>
  /https?:\/\/|\bwww\.|\b[a-z0-9-]{2,}\.(?:com|net|org|br|io|me|ly|link|app|site|shop|store|online)\b/i.test(text)
