import { Schedules } from '@guiche/contract'
import i18next, { type TFunction } from 'i18next'
import { type Format, writtenDay } from '../../lib/format.ts'
import { languages, toLanguage } from '../../lib/languages.ts'
import type { FieldKind } from './audit-fields.ts'
import { isRecord } from './read-detail.ts'

interface Words {
  t: TFunction
  format: Format
}

/** The text of a key, if there is one: other versions of the server may have written other words. */
const textOr = (t: TFunction, key: string, otherwise: string) => (i18next.exists(key) ? t(key) : otherwise)

/** Keys of the texts for the words that a field may have. */
const choices: Partial<Record<FieldKind, (word: string) => string>> = {
  profile: (word) => `users.profiles.${word}`,
  recurrence: (word) => `companies.periods.${word || 'monthly'}`,
  channel: (word) => `ui.channels.${word}`,
  priority: (word) => `announcements.priorities.${word}`,
  ticketStatus: (word) => `tickets.status.${word}`,
  paymentKind: (word) => `billing.ledger.kinds.${word}`,
  closeWhen: (word) => `connections.chatbot.when.${word}`,
  holiday: (word) => `settings.holidays.names.${word}`,
  area: (word) => `audit.areas.${word}`,
  object: (word) => `audit.objects.${word}`,
  actor: (word) => `audit.actors.${word}`,
}

/** The keys of texts have no dots of their own. */
export const actionText = (t: TFunction, action: string): string =>
  textOr(t, `audit.actions.${action.replaceAll('.', '_')}`, action)

/** A value as people read it. */
export function valueWords(value: unknown, kind: FieldKind, { t, format }: Words): string {
  const choice = choices[kind]
  if (choice && (typeof value === 'string' || typeof value === 'number'))
    return textOr(t, choice(String(value)), String(value) || t('audit.nothing'))
  if (value === undefined || value === null || value === '') return t('audit.nothing')
  if (kind === 'hours') return hoursWords(value, t)
  if (kind === 'count') return format.number(Array.isArray(value) ? value.length : Number(value))
  if (Array.isArray(value))
    return value.map((item) => valueWords(item, kind, { t, format })).join(', ') || t('audit.nothing')
  if (isRecord(value)) return t('audit.other')
  if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no')
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return (written[kind] ?? asItIs)(text, { t, format })
}

const asItIs = (text: string) => text

/** How the text of a value is written, where it is not as it is. */
const written: Partial<Record<FieldKind, (text: string, words: Words) => string>> = {
  money: (text, { format }) => format.money(text),
  minutes: (text, { t }) => t('audit.minutes', { count: Number(text) }),
  number: (text, { t }) => t('audit.number', { id: text }),
  when: momentWords,
  language: (text) => languages[toLanguage(text) ?? 'pt'].name,
  sentBy: (text, { t }) => textOr(t, `audit.sentBy.${reasons[text] ?? text}`, text),
  reach: (text, { t }) => textOr(t, `audit.reaches.${text}`, actionText(t, text)),
}

/** Why no code was sent, as the server writes it. */
const reasons: Readonly<Record<string, string>> = { 'nobody was found': 'noUser', 'too many codes': 'tooMany' }

function momentWords(text: string, { t, format }: Words): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return writtenDay(text)
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return format.dateTime(text)
  return text === 'the machine' ? t('audit.machine') : text
}

/** "Segunda-feira: 08:00–12:00, 13:00–18:00", a line for each day. */
function hoursWords(value: unknown, t: TFunction): string {
  const days = Schedules.safeParse(value).data
  if (!days) return t('audit.other')
  return (
    days
      .map(({ weekdayEn, startTimeA, endTimeA, startTimeB, endTimeB }) => {
        const shifts = [shift(startTimeA, endTimeA), shift(startTimeB, endTimeB)].filter(Boolean)
        const hours = shifts.length > 0 ? shifts.join(', ') : t('audit.closedDay')
        return t('audit.day', { day: t(`hours.days.${weekdayEn}`), hours })
      })
      .join('\n') || t('audit.nothing')
  )
}

const shift = (start: string, end: string): string => (start && end ? `${start}–${end}` : '')
