import { z } from 'zod'
import type { GraphClient } from '../graph/graph-client.ts'

/** What a login asks for. Instagram's are asked for only if an account of it is wanted. */
export const pageScopes = [
  'public_profile',
  'pages_show_list',
  'pages_messaging',
  'pages_manage_metadata',
  'pages_read_engagement',
  'business_management',
] as const
export const instagramScopes = ['instagram_basic', 'instagram_manage_messages'] as const

export interface LinkedPage {
  id: string
  name: string
  /** Lasts until a person ends it, if it came with a long token. */
  token: string
  /** Whether the person may write for the page. */
  mayWrite: boolean
  instagram: { id: string; username: string } | undefined
}

const Token = z.object({ access_token: z.string().min(1) })

/** The token of a person for the code of a login, which is good once. */
export async function redeemCode(graph: GraphClient, code: string, redirectUri: string): Promise<string> {
  const { appId, appSecret } = graph.app
  const params = { client_id: appId, client_secret: appSecret, code, redirect_uri: redirectUri }
  const call = { method: 'GET', path: '/oauth/access_token', params, what: 'redeem the code of a login' } as const
  return (await graph.call(call, Token)).access_token
}

/** A token of about sixty days for a short one of the same app. Only then do the tokens of its pages last. */
export async function exchangeToken(graph: GraphClient, token: string): Promise<string> {
  const { appId, appSecret } = graph.app
  const params = {
    grant_type: 'fb_exchange_token',
    client_id: appId,
    client_secret: appSecret,
    fb_exchange_token: token,
  }
  const call = { method: 'GET', path: '/oauth/access_token', params, what: 'exchange the token of a login' } as const
  return (await graph.call(call, Token)).access_token
}

const Page = z.object({
  id: z.string().min(1),
  name: z.string().default(''),
  access_token: z.string().optional(),
  tasks: z.array(z.string()).optional(),
  instagram_business_account: z.object({ id: z.string().min(1), username: z.string().default('') }).optional(),
})
const Pages = z.object({
  data: z.array(Page),
  paging: z
    .object({ next: z.string().optional(), cursors: z.object({ after: z.string().optional() }).optional() })
    .optional(),
})

/** Nobody manages more, and an answer that never ends must not be followed for ever. */
const mostPages = 1000

/** The pages that a person has chosen in the login. The address of the next part is ours, because a token goes there. */
export async function listPages(graph: GraphClient, token: string): Promise<LinkedPage[]> {
  const pages: LinkedPage[] = []
  let after: string | undefined
  do {
    const params = {
      fields: 'id,name,access_token,tasks,instagram_business_account{id,username}',
      limit: '100',
      ...(after !== undefined && { after }),
    }
    const call = { method: 'GET', path: '/me/accounts', params, token, what: 'list the pages of a login' } as const
    const { data, paging } = await graph.call(call, Pages)
    pages.push(...data.map(pageOf))
    after = paging?.next === undefined ? undefined : paging.cursors?.after
  } while (after !== undefined && pages.length < mostPages)
  return pages
}

function pageOf({ id, name, access_token, tasks, instagram_business_account: instagram }: z.output<typeof Page>) {
  const mayWrite = tasks === undefined || tasks.includes('MESSAGING') || tasks.includes('MODERATE')
  return { id, name: name || id, token: access_token ?? '', mayWrite, instagram }
}

const Success = z.object({ success: z.boolean() })

/** What a page tells us. Events of its Instagram account come only if the page is subscribed too. */
const fields = [
  'messages',
  'messaging_postbacks',
  'message_deliveries',
  'message_reads',
  'message_echoes',
  'message_reactions',
  'messaging_referrals',
  'message_edits',
  'standby',
].join(',')

export async function subscribePage(graph: GraphClient, pageId: string, token: string): Promise<void> {
  const path = `/${encodeURIComponent(pageId)}/subscribed_apps`
  await graph.call(
    { method: 'POST', path, params: { subscribed_fields: fields }, token, what: 'subscribe to a page' },
    Success,
  )
}

export async function unsubscribePage(graph: GraphClient, pageId: string, token: string): Promise<void> {
  const path = `/${encodeURIComponent(pageId)}/subscribed_apps`
  await graph.call({ method: 'DELETE', path, token, what: 'unsubscribe from a page' }, Success)
}
