import type { Api, Parsed } from '@guiche/contract'
import type { UserFields } from './users.repository.ts'
import type { UserChange } from './users.policy.ts'

type NewUser = Parsed<Api['createUser']>['body']

/** Maps the fields of the API to columns. */
export function fieldsOf(
  change: (UserChange | NewUser) & { super?: boolean | undefined },
): Omit<UserFields, 'password_hash'> {
  return {
    name: change.name,
    email: change.email,
    profile: change.profile,
    is_super: change.super,
    language: change.language,
    theme: change.defaultTheme,
    menu: change.defaultMenu,
    opens_next_ticket: change.opensNextTicket,
    work_starts: change.startWork,
    work_ends: change.endWork,
    sees_all_tickets: change.allTicket && change.allTicket === 'enable',
    sees_groups: change.allowGroup,
    sees_dashboard: isOn(change.showDashboard),
    sees_real_time: isOn(change.allowRealTime),
    manages_connections: isOn(change.allowConnections),
    connection_id: change.whatsappId,
    farewell_message: change.farewellMessage,
    phone: change.wpp === '' ? null : change.wpp,
    color: change.color === '' ? null : change.color,
  }
}

const isOn = (value: 'enabled' | 'disabled' | undefined) => value && value === 'enabled'
