import { type MessageTemplateView, variablesOf } from '@guiche/contract'
import { type ReadTemplate, readComponents } from '@guiche/meta'
import { z } from 'zod'
import { isoTime } from '#platform/iso-time'
import type { MediaLinks } from '#modules/media'
import type { TemplateRow } from './message-templates.repository.ts'

const Connections = z.array(z.object({ id: z.number(), name: z.string() })).nullable()

export function presentTemplate(row: TemplateRow, links: Pick<MediaLinks, 'file'>): MessageTemplateView {
  const read = readComponents(row.components)
  const { parts, examples, cards } = read
  return {
    id: row.id,
    companyId: row.company_id,
    connections: Connections.parse(row.connections) ?? [],
    name: row.name,
    language: row.language,
    category: row.category,
    status: row.status,
    quality: row.quality,
    rejectedReason: row.rejected_reason,
    ...parts,
    variables: variablesOf(parts),
    examples,
    cards,
    file:
      row.file_id === null || row.file_key === null
        ? null
        : {
            id: row.file_id,
            name: row.file_name ?? '',
            url: links.file(row.company_id, row.file_key),
            bytes: row.file_bytes ?? 0,
          },
    refusal: refusalOf(row, read),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  }
}

/** Why a template cannot be sent. */
export function refusalOf(
  { status, file_id }: Pick<TemplateRow, 'status' | 'file_id'>,
  { parts: { header }, cards, isWhole }: ReadTemplate,
): MessageTemplateView['refusal'] {
  if (!isWhole && header?.kind === 'location') return 'place'
  if (!isWhole) return cards.length > 0 ? 'cards' : 'otherParts'
  if (status !== 'approved') return 'status'
  const needsFile = header !== null && header.kind !== 'text' && header.kind !== 'location'
  return needsFile && file_id === null ? 'noFile' : null
}
