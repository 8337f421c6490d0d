import { beforeAll, describe, expect, test } from 'vitest'
import { campaignIn, contactList, runCampaign } from '#test/campaigns/campaigns'
import { said, someNumber } from '#test/inbound'
import { beginChange } from '#test/lock-table'
import { contactOf, ledger, optOutsOfFile, out, reach, statesOf, ticketsOf } from '#test/scenes/opt-outs'
import { type World, eventually } from '#test/world'

let world: World
const campaigns = optOutsOfFile()
const { shop, textsTo } = campaigns
beforeAll(() => {
  ;({ world } = campaigns)
})

/** A shop whose connection has two queues to choose from. */
async function shopWithMenu() {
  const company = await world.company()
  const queues = [await company.queue('Comercial'), await company.queue('Suporte')]
  const connection = await company.connection({ queues, settings: { greetingMessage: 'Olá!' } })
  return { company, admin: await company.admin(), queue: { id: 0 }, connection }
}

/** Statements with this text that wait for others. */
const waitingFor = (text: string) =>
  world.sql(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
    [`%${text}%`],
  )

describe('who answers a campaign with a word that opts out', () => {
  test.each(['Sair', 'stop', 'DESCADASTRAR.', '“Parar”'])('counts %s', async (word) => {
    const place = await shop()
    const number = someNumber()
    await reach(place, [number])
    await place.connection.receive(said(number, word))
    expect(await ledger(place)).toHaveLength(1)
  })

  test('leaves the ticket open if it was open before, or if they have written something else too', async () => {
    const place = await shop()
    const { connection } = place
    const [talks, asks] = [someNumber(), someNumber()]
    await reach(place, [talks, asks])
    await connection.receive(said(talks, 'Bom dia'))
    await connection.receive(said(talks, 'Parar'))
    await connection.receive(said(asks, 'Parar'), said(asks, 'E o meu pedido?'))

    expect((await ticketsOf(place)).map(({ status }) => status)).toEqual(['pending', 'pending'])
    expect(await ledger(place)).toHaveLength(2)
  })

  test('may write their number with or without the ninth digit in a list', async () => {
    const place = await shop()
    const number = someNumber()
    await reach(place, [number])
    await place.connection.receive(said(number, 'Sair'))
    expect(await statesOf(place, await reach(place, [`${number.slice(0, 4)}${number.slice(5)}`]))).toMatchObject({
      skipped: 1,
    })
  })

  test('gets no greeting and no menu for it', async () => {
    const place = await shopWithMenu()
    const { connection } = place
    const number = someNumber()
    await reach(place, [number])
    await connection.receive(said(number, 'Parar'))
    await eventually(() => expect(textsTo(place, number)).toEqual(['Oi Mariana Lopes', out]))
  })

  test('gets no answer to what they wrote while the phone was offline, and is left out all the same', async () => {
    const place = await shop()
    const number = someNumber()
    await reach(place, [number])
    const missed = { since: '2026-11-20T22:02:00.000Z', until: '2026-11-21T08:05:00.000Z' }
    await place.connection.receive(said(number, 'Parar', { missed }))
    expect(await ledger(place)).toHaveLength(1)
    expect(
      await place.company.sql("select from messages where company_id = $1 and origin = 'bot'", [place.company.id]),
    ).toEqual([])
  })
})

describe('the same word', () => {
  test('answers the menu of the bot, if they are in it', async () => {
    const place = await shopWithMenu()
    const { company, connection } = place
    const number = someNumber()
    await reach(place, [number])
    await connection.receive(said(number, 'Oi'))
    // They read the menu before they answer it.
    await company.sql(
      `update tickets set bot = jsonb_set(bot, '{saidAt}', to_jsonb(now() - interval '10 seconds')) where company_id = $1`,
      [company.id],
    )
    await connection.receive(said(number, 'Sair'))
    expect(await ledger(place)).toEqual([])
    // It has ended the talk with the bot.
    expect((await ticketsOf(place)).map(({ status }) => status)).toEqual(['closed'])
  })
})

describe('words of the company', () => {
  test('are refused when they are empty, too long or too many, or when they opt in', async () => {
    const { admin } = await shop()
    for (const words of [
      [''],
      ['?!'],
      ['Voltar'],
      ['START'],
      ['a'.repeat(41)],
      Array.from({ length: 21 }, (_, nth) => `x${nth}`),
    ])
      expect(await admin.put('/opt-out-words', { words })).toMatchObject({
        status: 400,
        body: { error: 'ERR_VALIDATION' },
      })
    expect((await admin.get('/opt-out-words')).body).toEqual({ words: [] })
  })
})

describe('who has opted out', () => {
  test('and says so again while an attendant lets them back in stays out: the later wish counts', async () => {
    const place = await shop()
    const { admin, connection } = place
    const number = someNumber()
    await reach(place, [number])
    await connection.receive(said(number, 'Parar'))
    const path = `/contacts/${await contactOf(place, number)}/opt-out`

    // The attendant's change is written and not committed yet.
    const log = await beginChange(world.databases.admin, [{ text: 'lock table audit_log in share mode', values: [] }])
    const change = admin.put(path, { isOptedOut: false, reason: 'Pediu por telefone' })
    await eventually(async () => expect(await waitingFor('audit_log')).toHaveLength(1))
    const heard = connection.receive(said(number, 'Parar'))
    await eventually(async () => expect(await waitingFor('opt_outs')).toHaveLength(1))
    await log.commit()
    expect((await change).status).toBe(200)
    await heard

    expect(await ledger(place)).toMatchObject([
      { is_out: true, is_current: false, source: 'word' },
      { is_out: false, is_current: false, source: 'attendant' },
      { is_out: true, is_current: true, source: 'word' },
    ])
    expect((await admin.get(path)).body).toMatchObject({ isOptedOut: true })
  })

  test('is told so for 7 days after they opted out, and after that asks a person', async () => {
    const place = await shop()
    const { company, connection } = place
    const [soon, late] = [someNumber(), someNumber()]
    await reach(place, [soon, late])
    await connection.receive(said(soon, 'Parar'))
    await connection.receive(said(late, 'Parar'))
    await company.sql(
      "update messages set sent_at = now() - interval '8 days' where company_id = $1 and origin = 'campaign'",
      [company.id],
    )
    await company.sql("update opt_outs set created_at = now() - interval '7 days 1 minute' where contact_id = $1", [
      await contactOf(place, late),
    ])
    await connection.receive(said(soon, 'Voltar'))
    await connection.receive(said(late, 'Voltar'))
    expect((await ledger(place)).filter(({ is_current }) => is_current)).toMatchObject([
      { is_out: true, contact_id: await contactOf(place, late) },
      { is_out: false, contact_id: await contactOf(place, soon) },
    ])
  })
})

describe('a campaign that asks first', () => {
  test('takes an opt-out for neither a yes nor a mere no', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    await admin.put('/opt-out-words', { words: ['Me tira da lista'] })
    const [leaves, declines] = [someNumber(), someNumber()]
    const id = await runCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(company, [{ number: leaves }, { number: declines }]),
      confirmation: true,
      confirmationMessage1: 'Posso mandar?',
      message1: 'A oferta',
    })
    await eventually(async () =>
      expect((await admin.get(`/campaigns/${id}`)).body.counts).toMatchObject({ requested: 2 }),
    )
    await connection.receive(said(leaves, 'me tira da lista'))
    await connection.receive(said(declines, 'Não'))
    await campaignIn(admin, id, 'FINALIZADA')
    expect(
      await company.sql('select number, state, reason from campaign_recipients where campaign_id = $1 order by id', [
        id,
      ]),
    ).toEqual([
      { number: leaves, state: 'skipped', reason: 'optedOut' },
      { number: declines, state: 'skipped', reason: 'declined' },
    ])
    expect((await admin.get(`/campaigns/${id}`)).body.counts).toMatchObject({ valid: 2, confirmed: 0 })
    expect(await ledger(place)).toHaveLength(1)
    expect(textsTo(place, leaves)).toEqual(['Posso mandar?', out])
  })
})
