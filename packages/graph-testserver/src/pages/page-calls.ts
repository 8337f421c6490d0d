import { z } from 'zod'
import { callerOf } from '../access/authorise.ts'
import type { Token } from '../access/tokens.ts'
import { type Ask, type Reply, success } from '../http/ask.ts'
import { shown } from '../http/fields.ts'
import { obeying100 } from '../refusals/obey.ts'
import { hidden, refuse } from '../refusals/refuse.ts'
import type { World } from '../world.ts'
import type { InstagramAccount } from './instagram-account.ts'
import type { PageFriend } from './page-friend.ts'
import type { Page } from './page.ts'

const known = [
  'messages',
  'messaging_postbacks',
  'message_deliveries',
  'message_reads',
  'message_echoes',
  'message_reactions',
  'messaging_referrals',
  'message_edits',
  'messaging_optins',
  'messaging_handovers',
  'messaging_policy_enforcement',
  'standby',
  'feed',
]

const Fields = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(','))])
  .transform((names) => names.map((name) => name.trim()))
  .refine((names) => names.length > 0 && names.every((name) => known.includes(name)), 'must be fields of a page')

/** `POST /{page}/subscribed_apps` */
export function subscribe(ask: Ask, page: Page, world: World): Reply {
  const { app } = mayManage(ask, page, world)
  const { subscribed_fields } = obeying100(z.object({ subscribed_fields: Fields }), ask.params)
  page.subscribedApps.set(app, new Set(subscribed_fields))
  return success
}

/** `GET /{page}/subscribed_apps` */
export function subscribed(ask: Ask, page: Page, world: World): Reply {
  mayManage(ask, page, world)
  const data = [...page.subscribedApps].map(([{ id, name }, fields]) => ({ id, name, subscribed_fields: [...fields] }))
  return { status: 200, body: { data } }
}

/** `DELETE /{page}/subscribed_apps`, by the page or by the app itself. */
export function unsubscribe(ask: Ask, page: Page, world: World): Reply {
  const caller = callerOf(ask, world)
  if (caller.kind !== 'APP') mayManage(ask, page, world)
  page.subscribedApps.delete(caller.app)
  return success
}

/** `GET /{page}` */
export function show(ask: Ask, page: Page, world: World): Reply {
  const { scopes } = mustBePage(ask, page, world)
  const account = scopes.has('instagram_basic') ? page.instagram?.view : undefined
  const view = { id: page.id, name: page.name, category: 'Local business', instagram_business_account: account }
  return { status: 200, body: shown(ask, view, ['id', 'name'], 'Page') }
}

/** `GET /{instagram}` */
export function showInstagram(ask: Ask, instagram: InstagramAccount, world: World): Reply {
  const { scopes } = mustBePage(ask, instagram.page, world)
  if (!scopes.has('instagram_basic')) throw refuse(10)
  return { status: 200, body: shown(ask, instagram.view, ['id'], 'IGUser') }
}

/** `GET /{friend}`: the profile of somebody who wrote. */
export function profile(ask: Ask, friend: PageFriend, world: World): Reply {
  const { page, person, id } = friend
  const { app } = mustBePage(ask, page.kind === 'page' ? page : page.page, world)
  if (person.profileFailsWith !== undefined) throw refuse(person.profileFailsWith)
  if (page.kind === 'instagram') return instagramProfile(ask, friend)
  // Without the approval an answer has nothing but the id.
  if (!app.features.has('USER_PROFILES')) return { status: 200, body: { id } }
  const [first_name, ...others] = person.name.split(' ')
  const view = {
    id,
    first_name,
    last_name: others.join(' '),
    name: person.name,
    profile_pic: `${world.baseUrl()}/picture/${id}`,
  }
  return { status: 200, body: shown(ask, view, ['first_name', 'last_name', 'profile_pic', 'id'], 'User') }
}

function instagramProfile(ask: Ask, { page, person, id, lastSeenAt }: PageFriend): Reply {
  if (!lastSeenAt) throw refuse(230)
  const view = {
    id,
    name: person.name,
    username: person.username ?? person.name.toLowerCase().replaceAll(/\W+/g, '.'),
    profile_pic: `${page.world.baseUrl()}/picture/${id}`,
    follower_count: 100,
    is_verified_user: false,
    is_user_follow_business: false,
    is_business_follow_user: false,
  }
  return { status: 200, body: shown(ask, view, ['name', 'id'], 'IGBusinessScopedID') }
}

function mayManage(ask: Ask, page: Page, world: World): Token {
  const token = mustBePage(ask, page, world)
  if (!token.scopes.has('pages_manage_metadata'))
    throw refuse(200, { message: 'Requires pages_manage_metadata permission to manage the object' })
  return token
}

function mustBePage(ask: Ask, page: Page, world: World): Token {
  const token = callerOf(ask, world)
  if (token.page !== page) throw hidden(page.id, ask.method)
  return token
}
