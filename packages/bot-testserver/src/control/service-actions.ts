import { z } from 'zod'
import { type BotServer, type ServiceName, serviceNames } from '../bot-server.ts'
import { Fault } from '../http/faults.ts'
import type { HttpSide } from '../http/http-side.ts'
import { type Action, action } from './action.ts'

const Quota = z.object({ times: z.number().int().positive().optional(), on: z.string().optional() })

/** What every service can do, such as `POST typebot/fault`. */
export const serviceActions: Record<string, Action> = Object.fromEntries(
  serviceNames.flatMap((name) => Object.entries(actionsOf(name))),
)

function actionsOf(name: ServiceName): Record<string, Action> {
  const side = (server: BotServer): HttpSide => server[name].side
  return {
    [`GET ${name}/requests`]: (server) => side(server).requests.list,
    [`POST ${name}/fault`]: action(z.object({ fault: Fault, quota: Quota.default({}) }), (server, _parts, body) =>
      side(server).faults.plan(body.fault, body.quota),
    ),
    [`POST ${name}/stop`]: (server) => side(server).stop(),
    [`POST ${name}/start`]: (server) => side(server).start(),
  }
}
