import {
  type SentTemplate,
  type TemplateChoice,
  type TemplateValues,
  filledTemplate,
  flawOfValue,
  templateLimits,
  textOfTemplate,
  variablesOf,
} from '@guiche/contract'
import { readComponents } from '@guiche/meta'
import type { Ctx } from '#platform/context'
import { badRequest, notFound } from '#platform/errors'
import { refusalOf } from './message-templates.presenter.ts'
import { type TemplateRow, findTemplatesOf } from './message-templates.repository.ts'

export interface FilledTemplate {
  template: SentTemplate
  /** As the customer reads it. */
  body: string
  /** Of its header. */
  file: { id: number; mime: string } | undefined
}

interface Flaw {
  /** The key of the value. Undefined: all of them together. */
  key: string | undefined
  message: string
}

/** A template that can be sent now. */
export interface UsableTemplate {
  row: TemplateRow
  read: ReturnType<typeof readComponents>
}

/** Those of these templates that can be sent now over a connection, by their ids. */
export async function usableTemplates(
  ctx: Ctx,
  connectionId: number,
  ids: readonly number[],
): Promise<Map<number, UsableTemplate>> {
  const rows = ids.length === 0 ? [] : await findTemplatesOf(ctx, connectionId, ids)
  return new Map(
    rows.flatMap((row) => {
      const read = readComponents(row.components)
      return refusalOf(row, read) === null ? [[row.id, { row, read }] as const] : []
    }),
  )
}

/** Fills in a template, unless a value is missing or not allowed. */
export function filledWith({ row, read }: UsableTemplate, given: TemplateValues): FilledTemplate | undefined {
  return flawsIn(read, given).length > 0 ? undefined : filled(row, read, given)
}

interface Options {
  /** Values may contain variables of messages, which are filled in later. */
  isDraft?: boolean
  /** Of the choice in the body of the call, for issues. */
  path?: string
}

/**
 * Fills in a template of the account of a connection. A missing value stops it, before anything is stored or sent.
 */
export async function fillTemplate(
  ctx: Ctx,
  connectionId: number,
  { templateId, values: given }: TemplateChoice,
  { isDraft = false, path = 'body' }: Options = {},
): Promise<FilledTemplate> {
  const [row] = await findTemplatesOf(ctx, connectionId, [templateId])
  if (!row) throw notFound('ERR_NO_TEMPLATE_FOUND')
  const read = readComponents(row.components)
  if (refusalOf(row, read) !== null) throw badRequest('ERR_TEMPLATE_NOT_USABLE')
  const flaws = flawsIn(read, given).filter(({ message }) => !isDraft || message !== 'unknownVariable')
  if (flaws.length > 0) {
    const issues = flaws.map(({ key, message }) => ({ path: [path, 'values', key].filter(Boolean).join('.'), message }))
    throw badRequest('ERR_TEMPLATE_VALUES', { issues })
  }
  return filled(row, read, given)
}

function flawsIn({ parts }: UsableTemplate['read'], given: TemplateValues): Flaw[] {
  const variables = variablesOf(parts)
  const flaws = variables.flatMap(({ key }) => {
    const message = flawOfValue(given[key] ?? '')
    return message === undefined ? [] : [{ key, message }]
  })
  if (flaws.some(({ message }) => message !== 'unknownVariable')) return flaws
  const isTooLong = filledTemplate(parts, given).body.length > templateLimits.body
  return isTooLong ? [...flaws, { key: undefined, message: 'tooLong' }] : flaws
}

function filled(row: TemplateRow, read: UsableTemplate['read'], given: TemplateValues): FilledTemplate {
  const { parts } = read
  const { id: templateId, name, language, category, format } = row
  const values = Object.fromEntries(variablesOf(parts).map(({ key }) => [key, given[key] ?? '']))
  const template = { templateId, name, language, category, format, parts, values }
  return { template, body: textOfTemplate(parts, values), file: fileOf(row, read) }
}

function fileOf({ file_id: id, file_type: mime }: TemplateRow, { parts: { header } }: UsableTemplate['read']) {
  const hasFile = header !== null && header.kind !== 'text' && header.kind !== 'location'
  return hasFile && id !== null && mime !== null ? { id, mime } : undefined
}
