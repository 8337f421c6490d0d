import {
  type SentTemplate,
  type TemplateChoice,
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
import { type TemplateRow, findTemplateOf } from './message-templates.repository.ts'

export interface FilledTemplate {
  template: SentTemplate
  /** As the customer reads it. */
  body: string
  /** Of its header. */
  file: { id: number; mime: string } | undefined
}

/**
 * Fills in a template of the account of a connection. A missing value stops it, before anything is stored or sent. `isDraft`: the
 * values may contain variables of messages, which are filled in later.
 */
export async function fillTemplate(
  ctx: Ctx,
  connectionId: number,
  { templateId, values: given }: TemplateChoice,
  { isDraft = false } = {},
): Promise<FilledTemplate> {
  const row = await findTemplateOf(ctx, connectionId, templateId)
  if (!row) throw notFound('ERR_NO_TEMPLATE_FOUND')
  const read = readComponents(row.components)
  if (refusalOf(row, read) !== null) throw badRequest('ERR_TEMPLATE_NOT_USABLE')
  const { parts } = read
  const variables = variablesOf(parts)
  const flaws = variables.flatMap(({ key }) => {
    const message = flawOfValue(given[key] ?? '')
    return message === undefined || (isDraft && message === 'unknownVariable')
      ? []
      : [{ path: `body.values.${key}`, message }]
  })
  if (flaws.length > 0) throw badRequest('ERR_TEMPLATE_VALUES', { issues: flaws })
  const values = Object.fromEntries(variables.map(({ key }) => [key, given[key] ?? '']))
  if (filledTemplate(parts, values).body.length > templateLimits.body)
    throw badRequest('ERR_TEMPLATE_VALUES', { issues: [{ path: 'body.values', message: 'tooLong' }] })
  const { name, language, category, format } = row
  const template = { templateId, name, language, category, format, parts, values }
  return { template, body: textOfTemplate(parts, values), file: fileOf(row, read) }
}

function fileOf(
  { file_id: id, file_type: mime }: TemplateRow,
  { parts: { header } }: ReturnType<typeof readComponents>,
) {
  const hasFile = header !== null && header.kind !== 'text' && header.kind !== 'location'
  return hasFile && id !== null && mime !== null ? { id, mime } : undefined
}
