import { type Defect, server } from '../defect.ts'

/** Of companies, rights and limits. */
export const wallsDefects: Defect[] = [
  {
    name: 'a search of contacts is not limited to the company',
    file: 'apps/server/migrations/0012-search.sql',
    text: 'where c.company_id = company and c.merged_into_id is null and c.search_key like pattern and not starts_with(c.search_key, folded)',
    replacement:
      'where c.merged_into_id is null and c.search_key like pattern and not starts_with(c.search_key, folded)',
    foundBy: {
      file: 'apps/server/test/attacks/search-walls.test.ts',
      test: 'find by a part of a name what the company has, and nothing of another',
    },
  },
  {
    name: 'a socket joins the room of a ticket that it may not see',
    file: `${server}/modules/live/sockets.ts`,
    text: '      await mayFollow(socket, actor, ticketId).catch((error: unknown) => {\n        mine.asked.delete(ticketId)\n        throw error\n      })\n',
    replacement: '',
    foundBy: {
      file: 'apps/server/test/attacks/sockets.slow.test.ts',
      test: 'are joined only if the server finds that the user may see their contents',
    },
  },
  {
    name: 'the media list shows messages of tickets that the user may not see',
    file: `${server}/modules/messages/list-media.ts`,
    text: "f.state = 'ready')\n        and ${messageIsSeen(ctx.actor)}",
    replacement: "f.state = 'ready')",
    foundBy: {
      file: 'apps/server/test/attacks/hidden-messages.slow.test.ts',
      test: 'reads nothing of the earlier one by listImages',
    },
  },
  {
    name: 'plan limits are counted without a lock',
    file: `${server}/modules/companies/plan-limits.ts`,
    text: '  await lockCompany(ctx)\n  const { rows }',
    replacement: '  const { rows }',
    foundBy: {
      file: 'apps/server/test/attacks/plan-limits.slow.test.ts',
      test: 'is not passed by fifty at once, neither from below nor at it',
    },
  },
]
