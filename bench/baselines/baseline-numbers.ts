// What a person would write by hand for each call of the dashboard: one statement that counts the facts. $2 and $3 are the
// first and the last day; $4 and $5 those of the period before.

const zone = `'America/Sao_Paulo'`
const from = (day: string) => `${day}::date::timestamp at time zone ${zone}`
const to = (day: string) => `(${day}::date + 1)::timestamp at time zone ${zone}`
const plain = 'f.company_id = $1 and not f.is_group and not f.is_imported'
const within = (at: string) => `${plain} and f.${at} >= ${from('$2')} and f.${at} < ${to('$3')}`
const inPeriod = (at: string) => `${plain} and f.${at} >= p.since and f.${at} < p.until`

const seconds = (since: string, until: string) => `extract(epoch from f.${until} - f.${since})`
const best = `coalesce(f.rating_best, case when f.rating > 5 then 10 else 5 end)`
const face = `least(5, greatest(1, round(f.rating * 5.0 / ${best})))`
const spread = (name: string, value: string, where = 'true') => `
  '${name}', avg(${value}) filter (where ${where}), '${name}At', percentile_disc(array[0.5, 0.9]) within group (order by ${value}) filter (where ${where})`
const isFirst = `not exists (select from ticket_turns e where e.company_id = f.company_id and e.contact_id = f.contact_id and e.id < f.id)`
const waited = (more: string) =>
  `exists (select from ticket_waits w where w.company_id = f.company_id and w.turn_id = f.id and w.ended_by ${more})`
const grades = `
  'rated', count(*), 'great', count(*) filter (where ${face} = 5), 'good', count(*) filter (where ${face} in (3, 4)), 'bad', count(*) filter (where ${face} <= 2)`
const promoters = `
  'promoters', count(*) filter (where ${best} = 10 and f.rating >= 9), 'passives', count(*) filter (where ${best} = 10 and f.rating in (7, 8)),
  'detractors', count(*) filter (where ${best} = 10 and f.rating <= 6)`
const living = `(select json_agg(s) from (
  select f.status, count(*), count(f.waiting_since) as waiting, avg(extract(epoch from now() - f.waiting_since)) as wait
  from tickets f where f.company_id = $1 and f.status <> 'closed' and not f.is_group and f.imported_at is null group by 1) s) as living`

/** By attendant. */
const ofUsers = `
  select u.id, u.name, b.begun, d.service, w.wait, r.stars, r.rated
  from users u
  left join (select f.user_id, count(*) as begun from ticket_turns f where ${within('created_at')} group by 1) b on b.user_id = u.id
  left join (select f.user_id, avg(${seconds('started_at', 'closed_at')}) as service from ticket_turns f where ${within('closed_at')} group by 1) d on d.user_id = u.id
  left join (select f.user_id, avg(f.seconds) as wait from ticket_waits f where ${within('ended_at')} and f.ended_by <> 'nobody' group by 1) w on w.user_id = u.id
  left join (select f.user_id, avg(f.rating * 5.0 / ${best}) as stars, count(*) as rated from ticket_turns f where ${within('rated_at')} group by 1) r on r.user_id = u.id
  where u.company_id = $1`

const counted = (table: string, at: string, key: string, value = 'count(*)') =>
  `select ${key} as key, ${value} from ${table} f where ${within(at)} group by 1 order by 1`
const day = (at: string) => `(f.${at} at time zone ${zone})::date`
const spreadOf = (value: string) =>
  `count(*), avg(${value}), percentile_disc(array[0.5, 0.9]) within group (order by ${value})`

export const numberStatements = {
  'numbers-all': `
    select p.name, ${living},
      (select json_build_object('started', count(*), 'leads', count(*) filter (where ${isFirst})) from ticket_turns f where ${inPeriod('created_at')}) as begun,
      (select json_build_object('finished', count(*), 'people', count(f.user_id), 'unanswered', count(*) filter (where ${waited(`= 'nobody'`)} and not ${waited(`<> 'nobody'`)}),
         ${spread('service', seconds('started_at', 'closed_at'))}, ${spread('pickup', seconds('created_at', 'started_at'))}) from ticket_turns f where ${inPeriod('closed_at')}) as done,
      (select json_build_object('closed', count(*), 'unrated', count(*) - count(f.rating)) from ticket_turns f where ${inPeriod('finished_at')}) as over,
      (select json_build_object(${grades}, ${promoters}, ${spread('stars', `f.rating * 5.0 / ${best}`)}) from ticket_turns f where ${inPeriod('rated_at')}) as rated,
      (select json_build_object(${spread('wait', 'f.seconds', `f.ended_by <> 'nobody'`)}, ${spread('inService', 'f.service_seconds', `f.ended_by <> 'nobody'`)},
         ${spread('first', 'f.seconds', `f.is_first and f.ended_by <> 'nobody'`)}, 'unanswered', count(*) filter (where f.ended_by = 'nobody')) from ticket_waits f where ${inPeriod('ended_at')}) as waits
    from (values ('now', ${from('$2')}, ${to('$3')}), ('before', ${from('$4')}, ${to('$5')})) p (name, since, until)`,
  'numbers-dashboard': `
    select ${living},
      (select count(*) from ticket_turns f where ${within('created_at')} and ${isFirst}) as leads,
      (select json_build_object('finished', count(*), 'service', avg(${seconds('started_at', 'closed_at')})) from ticket_turns f where ${within('closed_at')}) as done,
      (select json_build_object('closed', count(*), 'unrated', count(*) - count(f.rating)) from ticket_turns f where ${within('finished_at')}) as over,
      (select json_build_object('rated', count(*), ${promoters}) from ticket_turns f where ${within('rated_at')}) as rated,
      (select avg(f.seconds) from ticket_waits f where ${within('ended_at')} and f.ended_by <> 'nobody') as wait,
      (select json_agg(a) from (${ofUsers}) a) as attendants`,
  'numbers-started-day': counted('ticket_turns', 'created_at', day('created_at')),
  'numbers-started-hour': counted('ticket_turns', 'created_at', `extract(hour from f.created_at at time zone ${zone})`),
  'numbers-finished-queue': counted('ticket_turns', 'closed_at', 'f.queue_id'),
  'numbers-finished-user': counted('ticket_turns', 'closed_at', 'f.user_id'),
  'numbers-started-user': counted('ticket_turns', 'created_at', 'f.user_id'),
  'numbers-started-queue': counted('ticket_turns', 'created_at', 'f.queue_id'),
  'numbers-service-day': counted(
    'ticket_turns',
    'closed_at',
    day('closed_at'),
    spreadOf(seconds('started_at', 'closed_at')),
  ),
  'numbers-wait-user': counted('ticket_waits', 'ended_at', 'f.user_id', spreadOf('f.seconds')),
  'numbers-ratings': `select json_build_object(${grades}) from ticket_turns f where ${within('rated_at')}`,
  'numbers-closed': `select count(*) from ticket_turns f where ${within('finished_at')}`,
} as const
