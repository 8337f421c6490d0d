import { type AuditEntryView, type Endpoint, api } from '@guiche/contract'
import i18next, { type TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type Format, useFormat } from '../../lib/format.ts'
import { languages, toLanguage } from '../../lib/languages.ts'
import { fieldOf, singleFields } from './audit-fields.ts'
import { type Told, readDetail } from './read-detail.ts'
import { actionText, valueWords } from './value-words.ts'

/** A line of the details. A change has `before` and `after`, anything else a `value`. */
export interface Line {
  field: string
  label: string
  before?: string
  after?: string
  value?: string
}

/** An entry as people read it. */
export interface EntryWords {
  what: string
  /** Undefined: the entry is about nothing in particular. */
  object: string | undefined
  who: string
  /** Undefined: a person of the company, whose name says it all. */
  kind: string | undefined
  lines: Line[]
}

/** `timeZone`: that of the company whose log it is. */
export function useEntryWords(timeZone: string | undefined): (entry: AuditEntryView) => EntryWords {
  const { t } = useTranslation()
  const format = useFormat(timeZone)
  return (entry) => wordsOf(entry, { t, format })
}

interface Words {
  t: TFunction
  format: Format
}

export function wordsOf(entry: AuditEntryView, words: Words): EntryWords {
  const { t } = words
  const { actor, action } = entry
  const isUnknown = actor.id === null && byNobodyKnown.test(action)
  return {
    what: actionText(t, action),
    object: objectWords(entry, t),
    who: isUnknown ? t('audit.unknown') : (actor.name ?? t(`audit.actors.${actor.kind}`)),
    kind: actor.kind === 'operator' && actor.name !== null ? t('audit.actors.operator') : undefined,
    lines: readDetail(entry).map((told) => lineOf(entry, told, words)),
  }
}

/** The server writes them down, but somebody who is not known did them. */
const byNobodyKnown = /^(login\.(failed|attacked)|recovery\.(requested|failed))$/

const calls: Readonly<Record<string, Endpoint>> = api

function objectWords(entry: AuditEntryView, t: TFunction): string | undefined {
  const { actor, object, objectId, objectName } = entry
  // Who logs in does it to nobody else.
  if (objectId === '' || (object === 'user' && objectId === String(actor.id))) return undefined
  if (objectName) return objectName
  const call = calls[objectId]
  if (object === 'call' && call) return `${call.method} ${call.path}`
  if (object === 'setting') return settingText(objectId, t)
  return t('audit.number', { id: objectId })
}

/** As the settings page calls it. Texts of notices are named by their kind and language. */
function settingText(name: string, t: TFunction): string {
  const [kind, language] = name.split(' ')
  const tongue = toLanguage(language)
  if (tongue)
    return t('audit.noticeText', { kind: t(`billing.notices.kinds.${kind}`), language: languages[tongue].name })
  const key = [`settings.${name}.label`, `audit.settings.${name}`].find((one) => i18next.exists(one))
  return key === undefined ? name : t(key)
}

function lineOf(entry: AuditEntryView, told: Told, words: Words): Line {
  const { field } = told
  const isChange = 'before' in told || 'after' in told
  if (field === '' && entry.object === 'setting') return settingLine(entry, told, words)
  const known = field === '' ? singleFields[entry.action] : fieldOf(field)
  const label = known ? words.t(known.label) : field || words.t('audit.value')
  const say = (value: unknown) => valueWords(value, known?.kind ?? 'plain', words)
  return isChange
    ? { field, label, before: say(told.before), after: say(told.after) }
    : { field, label, value: say(told.value) }
}

/** Settings are switches, choices or texts. */
function settingLine({ objectId }: AuditEntryView, { before, after }: Told, { t, format }: Words): Line {
  const say = (value: unknown) => {
    const choice = `settings.choices.${objectId}.${String(value)}`
    if (i18next.exists(choice)) return t(choice)
    if (value === 'enabled' || value === 'disabled') return t(value === 'enabled' ? 'audit.on' : 'audit.off')
    return valueWords(value, 'plain', { t, format })
  }
  return { field: '', label: settingText(objectId, t), before: say(before), after: say(after) }
}
