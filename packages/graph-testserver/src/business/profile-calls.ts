import { z } from 'zod'
import { type Ask, type Reply, success } from '../http/ask.ts'
import { shown } from '../http/fields.ts'
import { obeying } from '../refusals/obey.ts'
import { refuse } from '../refusals/refuse.ts'
import type { World } from '../world.ts'
import { mayUse } from './number-calls.ts'
import type { PhoneNumber } from './phone-number.ts'

const most = (length: number) => z.string().max(length, `must be at most ${length} characters long`).optional()

const Change = z.object({
  messaging_product: z.literal('whatsapp'),
  about: most(139),
  address: most(256),
  description: most(512),
  email: most(128),
  websites: z.array(z.string().max(256)).max(2, 'must be at most 2 addresses').optional(),
  vertical: z.string().optional(),
  profile_picture_handle: z.string().optional(),
})

/** `GET /{number}/whatsapp_business_profile` */
export function show(ask: Ask, number: PhoneNumber, world: World): Reply {
  mayUse(ask, number, world)
  const { about, address, description, email, websites, vertical, profile_picture_url } = number.profile
  const view = {
    messaging_product: 'whatsapp',
    about,
    address,
    description,
    email,
    websites,
    vertical,
    profile_picture_url,
  }
  return { status: 200, body: { data: [shown(ask, view, Object.keys(view), 'WhatsAppBusinessProfile')] } }
}

/** `POST /{number}/whatsapp_business_profile` */
export function change(ask: Ask, number: PhoneNumber, world: World): Reply {
  mayUse(ask, number, world)
  const { messaging_product: _product, profile_picture_handle: handle, ...changes } = obeying(Change, ask.params)
  if (handle !== undefined && !world.directory.all('upload').some((one) => one.handle === handle && one.isWhole))
    throw refuse(131009, { details: "Parameter 'profile_picture_handle': there is no such upload." })
  const picture = handle === undefined ? {} : { profile_picture_url: `${world.baseUrl()}/picture/${number.id}` }
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  number.profile = { ...number.profile, ...given, ...picture }
  return success
}
