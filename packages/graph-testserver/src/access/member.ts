import type { Business } from '../business/business.ts'
import { someId } from '../ids.ts'
import type { InstagramAccount } from '../pages/instagram-account.ts'
import type { Page } from '../pages/page.ts'
import type { App } from './app.ts'

/** What a member has allowed an app. */
export interface Grant {
  scopes: Set<string>
  /** Pages, Instagram accounts and WhatsApp accounts that were chosen. */
  targets: Set<string>
}

/** Somebody with an account at Facebook, who runs pages and businesses. */
export class Member {
  readonly kind = 'member'
  readonly id = someId()
  readonly name: string
  readonly businesses: Business[] = []
  readonly pages = new Map<Page, Set<string>>()
  readonly grants = new Map<App, Grant>()

  constructor(name: string) {
    this.name = name
  }

  /** Gives a role on a page. */
  manages(page: Page, tasks: readonly string[] = ['MESSAGING', 'MODERATE', 'MANAGE']): this {
    this.pages.set(page, new Set(tasks))
    return this
  }

  get instagramAccounts(): InstagramAccount[] {
    return [...this.pages.keys()].flatMap(({ instagram }) => instagram ?? [])
  }
}
