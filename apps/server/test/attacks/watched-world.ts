import { errorCodes, invalidApiToken } from '@guiche/contract'
import { createLogger } from '../../src/platform/process/log.ts'
import { type World, type WorldOptions, createWorld } from '#test/world'

export interface WatchedWorld {
  world: World
  /** Tables of the company with writes since the last call. */
  writtenTables(): Promise<string[]>
  /** Log lines at production level that report a failure or contain a stack, since the last call. */
  complaints(): string[]
}

/** Tables that a refused call may write to, to record the caller and the refusal. */
const accompanying = ['audit_log', 'sessions', 'users']

/** Tables that a timer writes once a day is over, whatever is called meanwhile. */
const timed = ['number_days', 'number_months', 'number_rollups']

/** A world that records every written row and every failure in the log. */
export async function createWatchedWorld(options: Pick<WorldOptions, 'timeouts'> = {}): Promise<WatchedWorld> {
  let lines: string[] = []
  const world = await createWorld({
    ...options,
    log: createLogger('info', { write: (line) => void lines.push(line) }),
  })
  await world.sql('create table written_rows (table_name text not null)')
  await world.sql(`
    create function note_written_row() returns trigger language plpgsql security definer as $$
    begin insert into public.written_rows values (tg_table_name); return null; end $$`)
  await world.sql(`
    do $$ declare name text; begin
      for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'written_rows' loop
        -- A timer notes when it looks at somebody on call again.
        execute format('create trigger note_written_row after %s on public.%I
          for each row execute function public.note_written_row()',
          case name when 'on_calls' then 'insert or delete or update of user_id, phone' else 'insert or update or delete' end, name);
      end loop;
    end $$`)

  return {
    world,
    writtenTables: async () => {
      const rows = await world.sql(
        'with gone as (delete from written_rows returning table_name) select distinct * from gone',
      )
      return rows
        .map(({ table_name: name }) => String(name))
        .filter((name) => ![...accompanying, ...timed].includes(name))
    },
    complaints: () => {
      const heard = lines
      lines = []
      return heard.filter((line) => isFailure(line))
    },
  }
}

const isFailure = (line: string) => ['error', 'fatal'].includes(JSON.parse(line).level) || line.includes('"stack"')

export interface Seen {
  status: number
  text: string
}

/** Existing programs know one refusal by its text. */
const codes = new Set<unknown>([...errorCodes, invalidApiToken])

/**
 * Problems with an answer: it is neither a success nor a refusal with a code of the contract, or the log reports a
 * failure.
 */
export function wrongIn(watched: WatchedWorld, { status, text }: Seen): string[] {
  const isSuccess = status >= 200 && status < 300
  const isRefusal = status >= 400 && status < 500
  // The code of a conflict is the JSON text of its details.
  const hasCode = isSuccess || status === 409 || codes.has(JSON.parse(text).error)
  return [...(isSuccess || isRefusal ? [] : ['status']), ...(hasCode ? [] : ['code']), ...watched.complaints()]
}

/** The same for calls that must be refused and may write nothing. */
export async function wrongInRefusal(watched: WatchedWorld, seen: Seen, statuses: number[]): Promise<string[]> {
  const isRefused = statuses.includes(seen.status)
  return [...wrongIn(watched, seen), ...(isRefused ? [] : ['not refused']), ...(await watched.writtenTables())]
}
