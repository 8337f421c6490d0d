import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { PageNumber, SearchParam } from '../shared/fields.ts'

/**
 * Lists of areas that do not exist yet. Existing clients ask for them on every page and fail without an answer of this
 * shape (docs/requirements/back-office.md, section 7). An area that comes takes its call from here.
 */
const none = z.array(z.never())
const page = { count: z.literal(0), hasMore: z.literal(false) }
const query = z.object({ searchParam: SearchParam, pageNumber: PageNumber })

export const laterCalls = {
  listIntegrations: endpoint({
    method: 'GET',
    path: '/queueIntegration',
    summary: 'Integrations of queues: none yet',
    access: 'user',
    feature: 'none',
    query,
    answer: z.object({ queueIntegrations: none, integrations: none, ...page }),
  }),
} as const
