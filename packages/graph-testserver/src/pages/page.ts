import type { App } from '../access/app.ts'
import { someId } from '../ids.ts'
import type { Person } from '../people/person.ts'
import type { NextSend } from '../refusals/next-send.ts'
import type { World } from '../world.ts'
import { InstagramAccount, type InstagramOptions } from './instagram-account.ts'
import type { PageFriend } from './page-friend.ts'
import type { PageMessage } from './page-message.ts'

export interface PageOptions {
  id?: string
}

/** A page at Facebook, whose customers write on Messenger. */
export class Page {
  readonly kind = 'page'
  readonly id: string
  readonly name: string
  readonly world: World
  instagram: InstagramAccount | undefined
  /** The linked apps, each with the fields that it wants. */
  readonly subscribedApps = new Map<App, Set<string>>()
  readonly friends = new Map<Person, PageFriend>()
  readonly messages = new Map<string, PageMessage>()
  /** Every message is refused with this code, such as 368. */
  refusedWith: number | undefined
  /** What becomes of the next messages, one each, also of the Instagram account. */
  readonly nextSends: NextSend[] = []

  constructor(world: World, name: string, { id = someId() }: PageOptions = {}) {
    this.world = world
    this.name = name
    this.id = id
  }

  /** Links an Instagram account. */
  withInstagram(username: string, options: InstagramOptions = {}): InstagramAccount {
    this.instagram = this.world.directory.add(new InstagramAccount(this, username, options))
    return this.instagram
  }
}
