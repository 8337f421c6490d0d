import { z } from 'zod'
import type { GraphClient } from '../graph/graph-client.ts'

const managing = 'whatsapp_business_management'
/** What a token needs to serve a number. */
export const numberScopes = ['whatsapp_business_messaging', managing] as const

export interface TokenFacts {
  isValid: boolean
  /** The app that it was made for. Undefined: Meta does not know the token. */
  appId: string | undefined
  scopes: readonly string[]
  /** The WhatsApp Business Accounts that it may manage, as far as they were chosen one by one. */
  accountIds: readonly string[]
  /** Undefined: never. */
  endsAt: Date | undefined
}

const Facts = z.object({
  data: z.object({
    is_valid: z.boolean(),
    app_id: z.coerce.string().optional(),
    scopes: z.array(z.string()).default([]),
    granular_scopes: z
      .array(z.object({ scope: z.string(), target_ids: z.array(z.coerce.string()).default([]) }))
      .default([]),
    /** In seconds; 0: never. */
    expires_at: z.number().default(0),
    data_access_expires_at: z.number().default(0),
  }),
})

/** What Meta says of a token to the app that it was made for. Other apps are refused. */
export async function readToken(graph: GraphClient, token: string): Promise<TokenFacts> {
  const { appId, appSecret } = graph.app
  const { data } = await graph.call(
    {
      method: 'GET',
      path: '/debug_token',
      params: { input_token: token },
      token: `${appId}|${appSecret}`,
      what: 'look at a token',
    },
    Facts,
  )
  const ends = [data.expires_at, data.data_access_expires_at].filter((seconds) => seconds > 0)
  return {
    isValid: data.is_valid,
    appId: data.app_id,
    scopes: data.scopes,
    accountIds: data.granular_scopes.find(({ scope }) => scope === managing)?.target_ids ?? [],
    endsAt: ends.length === 0 ? undefined : new Date(Math.min(...ends) * 1000),
  }
}
