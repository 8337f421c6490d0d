import { channelsThat } from '#channels/facts'
import type { Deps } from '#platform/deps'
import { connectionsWithFiles, fetchSome } from '#modules/media'

/** Each minute and connection, so that the files of customers who write now do not wait. */
const atOnce = 60

const channels = channelsThat(({ sendsHistory }) => sendsHistory === 'once')

/** Files of a history that comes once end some days later at the network, so they are fetched also if nobody opens them. */
export async function fetchFiles({ units }: Pick<Deps, 'units'>): Promise<void> {
  for (const { companyId, connectionId } of await connectionsWithFiles(units.operator, channels))
    await units.run({ kind: 'import', companyId, connectionId }, (ctx) => fetchSome(ctx, connectionId, atOnce))
}
