import { z } from 'zod'
import type { GraphClient } from '../graph/graph-client.ts'
import { GraphError } from '../graph/graph-error.ts'
import type { Network } from './network.ts'

export interface Profile {
  /** Empty: the network does not say. */
  name: string
  /** Where their picture lies for some days. */
  pictureUrl: string | undefined
}

const fields: Record<Network, string> = {
  facebook: 'first_name,last_name,name,profile_pic',
  instagram: 'name,username,profile_pic',
}

const Answer = z.object({
  first_name: z.string().default(''),
  last_name: z.string().default(''),
  name: z.string().default(''),
  username: z.string().default(''),
  profile_pic: z.string().optional(),
})

const nobody: Profile = { name: '', pictureUrl: undefined }

/** Who somebody is. Messages go on without it, so what Meta does not show is nothing. */
export async function readProfile(
  graph: GraphClient,
  network: Network,
  { personId, token }: { personId: string; token: string },
): Promise<Profile> {
  const path = `/${encodeURIComponent(personId)}`
  const call = { method: 'GET', path, params: { fields: fields[network] }, token, what: 'read a profile' } as const
  try {
    const found = await graph.call(call, Answer)
    const whole = `${found.first_name} ${found.last_name}`.trim()
    return { name: found.name || whole || found.username, pictureUrl: found.profile_pic }
  } catch (error) {
    // Without the approval to see profiles Meta refuses with its code of permissions, or with its codes of consent.
    if (error instanceof GraphError && ['without', 'fail'].includes(error.remedy.do)) return nobody
    if (error instanceof GraphError && [10, 200, 3].includes(error.code)) return nobody
    throw error
  }
}
