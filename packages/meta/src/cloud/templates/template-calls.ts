import { formatOfDraft, type TemplateContents } from '@guiche/contract'
import { z } from 'zod'
import { type Upload, answerMsFor } from '../../graph/form.ts'
import type { GraphClient } from '../../graph/graph-client.ts'
import type { AccountKey } from '../number-access.ts'
import { componentsOf } from './components.ts'

export interface Template {
  /** Meta's. */
  id: string
  name: string
  language: string
  /** As Meta names them, in capitals. */
  status: string
  category: string
  quality: string
  rejectedReason: string
  format: 'named' | 'positional'
  components: unknown[]
}

const One = z.object({
  id: z.coerce.string().min(1),
  name: z.string().min(1),
  language: z.string().min(1),
  status: z.string().default('').catch(''),
  category: z.string().default('').catch(''),
  quality_score: z
    .object({ score: z.string().default('UNKNOWN') })
    .optional()
    .catch(undefined),
  rejected_reason: z.string().nullish().catch(undefined),
  parameter_format: z.string().default('POSITIONAL').catch('POSITIONAL'),
  components: z.array(z.unknown()).default([]).catch([]),
})

const Page = z.object({
  data: z.array(z.unknown()),
  paging: z
    .object({
      cursors: z
        .object({ after: z.string().min(1) })
        .optional()
        .catch(undefined),
      next: z.string().optional(),
    })
    .optional()
    .catch(undefined),
})

const fields = 'id,name,language,status,category,components,quality_score,rejected_reason,parameter_format'

/** Meta allows 6,000 of them, and answers with 100 at a time. */
const mostPages = 100

/** All templates of the account. What is not as documented is left out. */
export async function listTemplates(graph: GraphClient, { accountId, token }: AccountKey): Promise<Template[]> {
  // By id: while it is read page by page, one may move to the next page.
  const templates = new Map<string, Template>()
  let after: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await graph.call(
      {
        method: 'GET',
        path: `/${encodeURIComponent(accountId)}/message_templates`,
        params: { fields, limit: '100', ...(after !== undefined && { after }) },
        token,
        what: 'list the message templates',
      },
      Page,
    )
    for (const one of answer.data.flatMap((given) => templateIn(given) ?? [])) templates.set(one.id, one)
    after = answer.paging?.cursors?.after
    if (answer.paging?.next === undefined || after === undefined) break
  }
  return [...templates.values()]
}

/** One template as it is now. */
export async function readTemplate(graph: GraphClient, token: string, id: string): Promise<Template> {
  const call = { method: 'GET', path: `/${encodeURIComponent(id)}`, params: { fields }, token } as const
  return toTemplate(await graph.call({ ...call, what: 'read a message template' }, One))
}

type NewTemplate = Pick<TemplateContents, 'category' | 'header' | 'body' | 'footer' | 'buttons' | 'examples'> & {
  name: string
  language: string
}

const Created = z.object({
  id: z.coerce.string().min(1),
  status: z.string().default('PENDING').catch('PENDING'),
  category: z.string().optional().catch(undefined),
})

/** Asks for its review. Meta may put it into another category. */
export async function createTemplate(
  graph: GraphClient,
  { accountId, token }: AccountKey,
  template: NewTemplate,
  handle: string | undefined,
): Promise<Template> {
  const format = formatOfDraft(template) ?? 'positional'
  const components = componentsOf(template, handle)
  const category = template.category.toUpperCase()
  const { name, language } = template
  const created = await graph.call(
    {
      method: 'POST',
      path: `/${encodeURIComponent(accountId)}/message_templates`,
      json: { name, language, category, parameter_format: format, components },
      token,
      what: 'create a message template',
    },
    Created,
  )
  const { id, status } = created
  const rest = { quality: 'UNKNOWN', rejectedReason: 'NONE', format, components }
  return { id, name, language, status, category: created.category ?? category, ...rest }
}

const Done = z.object({ success: z.boolean().optional() })

/** It is reviewed again. */
export async function editTemplate(
  graph: GraphClient,
  token: string,
  id: string,
  { components, category }: { components: object[]; category?: string | undefined },
): Promise<void> {
  const json = { components, ...(category !== undefined && { category: category.toUpperCase() }) }
  await graph.call(
    { method: 'POST', path: `/${encodeURIComponent(id)}`, json, token, what: 'change a message template' },
    Done,
  )
}

/** In one language. */
export async function deleteTemplate(
  graph: GraphClient,
  { accountId, token }: AccountKey,
  { id, name }: Pick<Template, 'id' | 'name'>,
): Promise<void> {
  await graph.call(
    {
      method: 'DELETE',
      path: `/${encodeURIComponent(accountId)}/message_templates`,
      params: { hsm_id: id, name },
      token,
      what: 'delete a message template',
    },
    Done,
  )
}

export async function unpauseTemplate(graph: GraphClient, token: string, id: string): Promise<void> {
  await graph.call(
    { method: 'POST', path: `/${encodeURIComponent(id)}/unpause`, token, what: 'unpause a message template' },
    Done,
  )
}

const Session = z.object({ id: z.string().startsWith('upload:') })
const Handle = z.object({ h: z.string().min(1) })

/** Hands over a file as an example. The handle that comes back stands for it. */
export async function uploadSample(graph: GraphClient, token: string, sample: Upload): Promise<string> {
  const { name, mime, bytes, open } = sample
  const call = { method: 'POST', token, what: 'upload an example' } as const
  const session = await graph.call(
    {
      ...call,
      path: `/${graph.app.appId}/uploads`,
      params: { file_name: name, file_length: String(bytes), file_type: mime },
    },
    Session,
  )
  const answer = await graph.call(
    {
      ...call,
      path: `/${session.id}`,
      // This call wants the token under another name.
      headers: { authorization: `OAuth ${token}`, file_offset: '0' },
      form: { type: 'application/octet-stream', bytes: open() },
      answerMs: answerMsFor(sample),
    },
    Handle,
  )
  return answer.h
}

function templateIn(one: unknown): Template | undefined {
  const { data } = One.safeParse(one)
  return data && toTemplate(data)
}

function toTemplate({ id, name, language, status, category, components, ...rest }: z.output<typeof One>): Template {
  return {
    id,
    name,
    language,
    status,
    category,
    components,
    quality: rest.quality_score?.score ?? 'UNKNOWN',
    rejectedReason: rest.rejected_reason ?? 'NONE',
    format: rest.parameter_format.toLowerCase() === 'named' ? 'named' : 'positional',
  }
}
