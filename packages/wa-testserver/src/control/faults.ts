import { z } from 'zod'
import type { WaServer } from '../server.ts'
import { action, type Action } from './action.ts'
import { phoneOf } from './people.ts'

const quota = { times: z.number().int().positive().default(1), phone: z.string().optional() }
const Quota = z.object(quota)
const CodedQuota = z.object({ ...quota, code: z.number().int() })

/** Actions that inject faults. */
export const faultActions: Record<string, Action> = {
  'POST cut': (server, [number]) => phoneOf(server, number).linkedDevice.cut(),
  'POST close': (server, [number]) => phoneOf(server, number).linkedDevice.close(),
  'POST restart': (server, [number]) => phoneOf(server, number).linkedDevice.restart(),
  'POST replace': (server, [number]) => phoneOf(server, number).linkedDevice.replace(),
  'POST unlink': (server, [number]) => phoneOf(server, number).linkedDevice.unlink(),
  'POST redeliver': (server, [number]) => phoneOf(server, number).linkedDevice.redeliver(),
  'POST fail': action(z.object({ code: z.number().int().default(503) }), (server, [number], { code }) =>
    phoneOf(server, number).linkedDevice.failStream(code),
  ),
  'POST refuse-logins': action(CodedQuota, (server, _parts, { code, ...rest }) =>
    server.faults.refuseLogins(code, hit(server, rest)),
  ),
  'POST demand-passkey': action(Quota, (server, _parts, body) => server.faults.demandPasskey(hit(server, body))),
  'POST reject-messages': action(CodedQuota, (server, _parts, { code, ...rest }) =>
    server.faults.rejectMessages(code, hit(server, rest)),
  ),
  'POST reject-queries': action(CodedQuota, (server, _parts, { code, ...rest }) =>
    server.faults.rejectQueries(code, hit(server, rest)),
  ),
  'POST limit-rate': action(Quota, (server, _parts, body) => server.faults.limitRate(hit(server, body))),
  'POST deliver-twice': action(Quota, (server, _parts, body) => server.faults.deliverTwice(hit(server, body))),
  'POST garble': action(Quota, (server, _parts, body) => server.faults.garble(hit(server, body))),
  'POST lose-messages': action(
    z.object({ ...quota, when: z.enum(['beforeAck', 'afterAck']).default('beforeAck') }),
    (server, _parts, { when, ...rest }) => server.faults.loseMessages(when, hit(server, rest)),
  ),
  'POST latency': action(z.object({ ms: z.number().nonnegative() }), (server, _parts, { ms }) => {
    server.faults.latencyMs = ms
  }),
  'POST restrict-new-chats': action(z.object({ until: z.coerce.date() }), (server, [number], { until }) =>
    phoneOf(server, number).restrictNewChats(until),
  ),
  'POST lift-restriction': (server, [number]) => phoneOf(server, number).liftRestriction(),
  'POST cap-new-chats': action(
    z.object({ total: z.number().int(), used: z.number().int() }),
    (server, [number], { total, used }) => phoneOf(server, number).capNewChats(total, used),
  ),
  'POST fail-uploads': action(CodedQuota, (server, _parts, { code, times }) => server.media.failUploads(code, times)),
  'POST fail-downloads': action(CodedQuota, (server, _parts, { code, times }) =>
    server.media.failDownloads(code, times),
  ),
}

function hit(server: WaServer, { times, phone }: z.infer<typeof Quota>) {
  return { times, phone: phone === undefined ? undefined : phoneOf(server, phone) }
}
