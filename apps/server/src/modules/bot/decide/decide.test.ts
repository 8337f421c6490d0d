import type { ScheduleEntry } from '@guiche/contract'
import { describe, expect, test } from 'vitest'
import { aConfiguration, aQueue, aState, aTalk, anOption, doneIn, loggedIn, saidIn } from '#test/bot'

const [sales, support] = [aQueue(1, 'Vendas'), aQueue(2, 'Suporte')]
const menuText = 'Olá!\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte\n*[ Sair ]* - Encerrar atendimento'
const invalid = 'Opção inválida, por favor escolha uma opção válida abaixo:'
const closedToday: ScheduleEntry[] = [
  { weekday: '', weekdayEn: 'monday', startTimeA: '', endTimeA: '', startTimeB: '', endTimeB: '' },
]

describe('the menu of queues', () => {
  const two = aConfiguration({ queues: [sales, support] })

  test('comes with the first message, whatever that is', () => {
    for (const text of ['Oi', '1', 'sair', '']) {
      const talk = aTalk(two)
      const effects = talk.say(text)
      expect(saidIn(effects)).toEqual([menuText])
      expect(loggedIn(effects)).toEqual(['chatBot'])
      expect(talk.state).toMatchObject({
        status: 'pending',
        queueId: null,
        memory: { isBot: true, amountUsedBotQueues: 1 },
      })
    }
  })

  test('comes whatever sendGreetingMessageOneQueues says, and without a greeting as lines alone', () => {
    const off = { sendGreetingMessageOneQueues: 'disabled' } as const
    expect(saidIn(aTalk(aConfiguration({ queues: [sales, support], settings: off })).say('Oi'))).toEqual([menuText])
    const silent = aConfiguration({ queues: [sales, support], connection: { greetingMessage: ' ' } })
    expect(saidIn(aTalk(silent).say('Oi'))).toEqual([menuText.replace('Olá!\n\n', '')])
  })

  test.each(['button', 'list'] as const)(
    'is text with chatBotType %s too, where the channel has no buttons, and can be tapped where it has',
    (type) => {
      const configuration = aConfiguration({ queues: [sales, support], settings: { chatBotType: type } })
      const effects = aTalk(configuration).say('Oi')
      expect(saidIn(effects)).toEqual([menuText])
      expect(effects[0]).toMatchObject({
        menu: {
          text: 'Olá!',
          shownAs: type === 'list' ? 'list' : 'buttons',
          button: 'Escolha uma opção',
          options: [
            { id: 'queue:1', title: 'Vendas' },
            { id: 'queue:2', title: 'Suporte' },
            { id: 'leave', title: 'Sair', description: 'Encerrar atendimento' },
          ],
        },
      })
    },
  )

  test('has nothing to tap with chatBotType text, and below a picture', () => {
    const [said] = aTalk(two).say('Oi')
    expect(said).toEqual({ kind: 'say', text: menuText })
    const pictured = aConfiguration({
      queues: [sales, support],
      greetingFileId: 7,
      settings: { chatBotType: 'button' },
    })
    expect(aTalk(pictured).say('Oi')[0]).toEqual({ kind: 'say', text: menuText, fileId: 7 })
  })

  test.each([
    ['what was tapped', 'Suporte', 'queue:2'],
    ['what was tapped, whatever its title', '1', 'queue:2'],
    ['its name', 'Suporte', undefined],
    ['its name, whatever its letters', ' SUPÓRTE! ', undefined],
    ['its name, below another menu', 'Suporte', 'option:9'],
  ])('takes %s for a choice', (_, text, choiceId) => {
    const talk = aTalk(two)
    talk.say('Oi')
    talk.say(text, { choiceId })
    expect(talk.state.queueId).toBe(2)
  })

  test('takes a tap on an old menu for no choice, and one on its way out for the end', () => {
    const talk = aTalk(two)
    talk.say('Oi')
    expect(saidIn(talk.say('Financeiro', { choiceId: 'queue:3' }))).toEqual([`${invalid}\n\n${menuText}`])
    expect(talk.say('Encerrar', { choiceId: 'leave' }).at(-1)).toEqual({ kind: 'close', farewell: true })
  })

  test('is the caption of the picture of the greeting, once', () => {
    const talk = aTalk(aConfiguration({ queues: [sales, support], greetingFileId: 7 }))
    expect(talk.say('Oi')[0]).toEqual({ kind: 'say', text: menuText, fileId: 7 })
    expect(talk.say('?')[0]).toEqual({ kind: 'say', text: `${invalid}\n\n${menuText}` })
  })

  test.each(['1', ' 1 ', '1.', '1️⃣', '[ 1 ]', '*1*'])('takes %s for the first queue', (answer) => {
    const talk = aTalk(two)
    talk.say('Oi')
    const effects = talk.say(answer)
    expect(saidIn(effects)).toEqual(['Bem-vindo a Vendas'])
    expect(loggedIn(effects)).toEqual(['queue'])
    expect(talk.state).toMatchObject({
      status: 'pending',
      queueId: 1,
      userId: null,
      memory: { isBot: false, place: 'done', amountUsedBotQueues: 0 },
    })
  })

  test.each(['0', '3', '-1', '1a', 'Venda', '11', '#', '', '1 2'])('takes %j for no choice', (answer) => {
    const talk = aTalk(two)
    talk.say('Oi')
    const effects = talk.say(answer)
    expect(saidIn(effects)).toEqual([`${invalid}\n\n${menuText}`])
    expect(loggedIn(effects)).toEqual(['chatBot invalid'])
    expect(talk.state.queueId).toBeNull()
  })

  test.each(['audio', 'video', 'other'] as const)(
    'takes a file (%s) with the number below it for no choice',
    (media) => {
      const talk = aTalk(
        aConfiguration({ queues: [sales, support], settings: { acceptAudioMessageContact: 'disabled' } }),
      )
      talk.say('Oi')
      expect(saidIn(talk.say('1', { media }))).toEqual([`${invalid}\n\n${menuText}`])
    },
  )

  test.each(['sair', 'Sair', ' SAIR '])('ends with the farewell at %j', (answer) => {
    const talk = aTalk(two)
    talk.say('Oi')
    const effects = talk.say(answer)
    expect(effects.at(-1)).toEqual({ kind: 'close', farewell: true })
    expect(loggedIn(effects)).toEqual(['chatBot left'])
    expect(talk.state).toMatchObject({
      status: 'closed',
      memory: { place: null, amountUsedBotQueues: 0, isBot: false },
    })
  })

  test('comes as often as maxUseBotQueues; then the log says once why not, and a choice still counts', () => {
    const talk = aTalk(two)
    expect(['Oi', 'a', 'b'].map((text) => saidIn(talk.say(text)).length)).toEqual([1, 1, 1])
    const fourth = talk.say('c')
    expect([saidIn(fourth), loggedIn(fourth)]).toEqual([[], ['retriesLimitQueue retriesLimit']])
    expect(talk.state.memory.isBot).toBe(false)
    expect(talk.say('d')).toEqual([])
    talk.say('2')
    expect(talk.state.queueId).toBe(2)
  })

  test('comes for ever with maxUseBotQueues 0', () => {
    const talk = aTalk(aConfiguration({ queues: [sales, support], connection: { maxUseBotQueues: 0 } }))
    for (let nth = 0; nth < 30; nth += 1) expect(saidIn(talk.say('?'))).toHaveLength(1)
  })

  test('is not repeated within timeUseBotQueues minutes', () => {
    const talk = aTalk(aConfiguration({ queues: [sales, support], connection: { timeUseBotQueues: 5 } }))
    talk.say('Oi')
    const soon = talk.say('?', { after: 4 * 60_000 })
    expect([saidIn(soon), loggedIn(soon)]).toEqual([[], ['botSilent saidRecently']])
    expect(saidIn(talk.say('?', { after: 61_000 }))).toHaveLength(1)
    talk.say('1')
    expect(talk.state.queueId).toBe(1)
  })

  test('a customer who is not answered within timeUseBotQueues waits for a person, and a choice still counts', () => {
    const options = [anOption('Preços'), anOption('Horários')]
    const talk = aTalk(
      aConfiguration({ queues: [{ ...sales, options }, support], connection: { timeUseBotQueues: 5 } }),
    )
    talk.say('Oi')
    expect(talk.state.memory.isBot).toBe(true)
    talk.say('Quero falar com alguém')
    expect(talk.state.memory).toMatchObject({ isBot: false, place: { optionId: null } })
    talk.say('1')
    expect(talk.state).toMatchObject({ queueId: 1, memory: { isBot: true } })
    talk.say('Quero falar com alguém')
    expect(talk.state.memory.isBot).toBe(false)
    talk.say('2')
    expect(talk.state).toMatchObject({ queueId: 1, memory: { isBot: false, place: 'done' } })
  })

  test('is said once to several messages within a second, of which a choice is taken', () => {
    const talk = aTalk(two)
    talk.say('Oi')
    const soon = talk.say('Tudo bem?', { after: 400 })
    expect([saidIn(soon), loggedIn(soon)]).toEqual([[], ['botSilent sameSecond']])
    expect(talk.say('Alguém aí?', { after: 400 })).toEqual([])
    expect(saidIn(talk.say('1', { after: 100 }))).toEqual(['Bem-vindo a Vendas'])
  })
})

describe('a chosen queue', () => {
  const chosen = (queue: Partial<typeof sales>, settings: object = {}) => {
    const talk = aTalk(
      aConfiguration({
        queues: [{ ...sales, ...queue }, support],
        settings,
        fileLists: [{ id: 5, message: 'Nossos preços', files: [{ fileId: 50, name: 'Tabela' }] }],
      }),
    )
    talk.say('Oi')
    const effects = talk.say('1')
    return { talk, effects }
  }

  test('closed at this hour says so and is not entered; another can be chosen', () => {
    const { talk, effects } = chosen(
      { hours: closedToday, outOfHoursMessage: 'Vendas só amanhã' },
      { scheduleType: 'queue' },
    )
    expect(saidIn(effects)).toEqual(['Vendas só amanhã'])
    expect(talk.state).toMatchObject({ queueId: null, memory: { isOutOfHour: true, isBot: true } })
    talk.say('2')
    expect(talk.state).toMatchObject({ queueId: 2, memory: { isOutOfHour: false } })
  })

  test('closed is told as often as a menu is said; then the customer waits for a person, though another is open', () => {
    const { talk } = chosen({ hours: closedToday, outOfHoursMessage: 'Vendas só amanhã' }, { scheduleType: 'queue' })
    for (let nth = 0; nth < 2; nth += 1) expect(saidIn(talk.say('1'))).toEqual(['Vendas só amanhã'])
    expect(talk.state.memory.isBot).toBe(true)
    const last = talk.say('1')
    expect([saidIn(last), loggedIn(last)]).toEqual([[], ['retriesLimitQueue retriesLimit']])
    expect(talk.state).toMatchObject({ queueId: null, memory: { isBot: false } })
    talk.say('2')
    expect(talk.state.queueId).toBe(2)
  })

  test('a closed queue without a text leaves the customer to people, after the menu has come as often as it may', () => {
    const { talk, effects } = chosen({ hours: closedToday }, { scheduleType: 'queue' })
    expect([saidIn(effects), loggedIn(effects)]).toEqual([[menuText], ['chatBot outOfHours']])
    expect(talk.state).toMatchObject({ queueId: null, memory: { isOutOfHour: true, isBot: true } })
    expect(saidIn(talk.say('1'))).toEqual([menuText])
    const last = talk.say('1')
    expect([saidIn(last), loggedIn(last)]).toEqual([[], ['retriesLimitQueue retriesLimit']])
    expect(talk.state).toMatchObject({ queueId: null, memory: { isBot: false } })
    talk.say('2')
    expect(talk.state.queueId).toBe(2)
  })

  test('what was said of closed queues does not count in the morning', () => {
    const hours: ScheduleEntry[] = [
      { weekday: '', weekdayEn: 'tuesday', startTimeA: '08:00', endTimeA: '18:00', startTimeB: '', endTimeB: '' },
      ...closedToday,
    ]
    const closed = { hours, outOfHoursMessage: 'Só amanhã' }
    const talk = aTalk(
      aConfiguration({
        queues: [
          { ...sales, ...closed },
          { ...support, ...closed },
        ],
        settings: { scheduleType: 'queue' },
      }),
    )
    for (const text of ['Oi', '1', '2', '1']) expect(saidIn(talk.say(text))).toHaveLength(1)
    expect(saidIn(talk.say('2'))).toEqual([])
    expect(saidIn(talk.say('Bom dia', { after: 21 * 3_600_000 }))).toEqual([`${invalid}\n\n${menuText}`])
    expect(talk.state.memory).toMatchObject({ isBot: true, isOutOfHour: false, amountUsedBotQueues: 1 })
    talk.say('1')
    expect(talk.state).toMatchObject({ queueId: 1, memory: { isOutOfHour: false } })
  })

  test('sends its file list: the message, then each file with its name', () => {
    const { effects } = chosen({ fileListId: 5 })
    expect(saidIn(effects)).toEqual(['Bem-vindo a Vendas', 'Nossos preços', 'Tabela'])
    expect(effects).toContainEqual({ kind: 'sendFile', fileId: 50, caption: 'Tabela' })
  })

  test('is entered also if its file list is gone and it has no greeting', () => {
    const { talk, effects } = chosen({ fileListId: 6, greeting: '' })
    expect([saidIn(effects), talk.state.queueId]).toEqual([[], 1])
  })

  test('closes the ticket without farewell with closeTicket', () => {
    const { talk, effects } = chosen({ closesTicket: true, memberIds: [9] }, { userRandom: 'enabled' })
    expect(effects.at(-1)).toEqual({ kind: 'close', farewell: false })
    expect(talk.state).toMatchObject({ status: 'closed', userId: null })
  })

  test.each([
    ['enabled', { memberIds: [9] }, 9],
    ['enabled', { memberIds: [] }, null],
    ['enabled', { memberIds: [9], rotates: true }, null],
    ['disabled', { memberIds: [9] }, null],
  ] as const)('with userRandom %s and %j waits for %s', (userRandom, queue, userId) => {
    const { talk, effects } = chosen(queue, { userRandom })
    expect(talk.state).toMatchObject({ status: 'pending', userId })
    expect(loggedIn(effects)).toEqual(userId === null ? ['queue'] : ['queue', 'userDefine random'])
  })

  test('tells the place in the queue 3 seconds later with sendQueuePosition, if it has no options', () => {
    expect(chosen({}).effects.map(({ kind }) => kind)).not.toContain('setTimer')
    const { effects } = chosen({}, { sendQueuePosition: 'enabled' })
    expect(effects.at(-1)).toEqual({ kind: 'setTimer', timer: 'queuePosition', at: new Date('2026-11-16T15:00:23Z') })
    const withMenu = chosen({ options: [anOption('Preços')] }, { sendQueuePosition: 'enabled' })
    expect(doneIn(withMenu.effects)).toEqual(['enterQueue'])
  })

  test('leaves the customer to people, and the log says once why the bot is silent', () => {
    const { talk } = chosen({})
    const next = talk.say('Alô?')
    expect([saidIn(next), loggedIn(next)]).toEqual([[], ['botSilent waitsForPerson']])
    expect(talk.say('1')).toEqual([])
  })

  test('that is deleted leads back to the menu', () => {
    const { talk } = chosen({})
    const third = aQueue(3, 'Financeiro')
    talk.change({ configuration: aConfiguration({ queues: [support, third] }) })
    const effects = talk.say('Alô?')
    expect(saidIn(effects)).toEqual([
      menuText.replace('Vendas', 'Suporte').replace('2 ]* - Suporte', '2 ]* - Financeiro'),
    ])
    expect(talk.state.queueId).toBeNull()
  })
})

describe('a connection with one queue', () => {
  const one = (more: object = {}, queue: Partial<typeof sales> = {}) =>
    aConfiguration({ queues: [{ ...sales, ...queue }], ...more })
  const inQueue = aState({ queueId: 1 })

  test.each([
    ['the greeting', {}, ['Olá!']],
    ['nothing with sendGreetingMessageOneQueues off', { settings: { sendGreetingMessageOneQueues: 'disabled' } }, []],
    ['nothing with a greeting of one character', { connection: { greetingMessage: '.' } }, []],
  ])('says %s, once', (_, more, said) => {
    const talk = aTalk(one(more), inQueue)
    expect(saidIn(talk.say('Oi'))).toEqual(said)
    expect(saidIn(talk.say('Oi?'))).toEqual([])
    expect(talk.state).toMatchObject({ queueId: 1, memory: { isBot: false } })
  })

  test('puts a ticket without a queue into it', () => {
    const talk = aTalk(one())
    talk.say('Oi')
    expect(talk.state.queueId).toBe(1)
  })

  test('has no menu with one option', () => {
    expect(saidIn(aTalk(one({}, { options: [anOption('Preços')] }), inQueue).say('Oi'))).toEqual(['Olá!'])
  })

  test.each([
    ['closes the ticket without farewell', { closesTicket: true }, ['Olá!'], 'closed'],
    ['has said its greeting off', { closesTicket: true }, [], 'closed', { sendGreetingMessageOneQueues: 'disabled' }],
    ['has sent its files', { closesTicket: true, fileListId: 5 }, ['Olá!', 'Nossos preços', 'Tabela'], 'closed'],
    ['has an option', { closesTicket: true, options: [anOption('Preços')] }, ['Olá!'], 'closed'],
    [
      'has a menu',
      { closesTicket: true, options: [anOption('Preços'), anOption('Prazos')] },
      ['Olá!', 'menu'],
      'pending',
    ],
    ['is served', { closesTicket: false }, ['Olá!'], 'pending'],
  ] as const)('%s with closeTicket', (_, queue, said, status, settings?) => {
    const lists = [{ id: 5, message: 'Nossos preços', files: [{ fileId: 50, name: 'Tabela' }] }]
    const talk = aTalk(
      one({ fileLists: lists, settings: { sendQueuePosition: 'enabled', ...settings } }, queue),
      inQueue,
    )

    const effects = talk.say('Oi')

    expect(saidIn(effects).map((text) => (text.includes('*[ 1 ]*') ? 'menu' : text))).toEqual(said)
    expect(talk.state.status).toBe(status)
    const closings = effects.filter(({ kind }) => kind === 'close')
    expect(closings).toEqual(status === 'closed' ? [{ kind: 'close', farewell: false }] : [])
  })

  test('is served with closeTicket if people have put the ticket into it, and the connection has another queue', () => {
    const given = { ...sales, closesTicket: true }
    const talk = aTalk(aConfiguration({ queues: [given, support], offered: [support.id] }), inQueue)
    expect([saidIn(talk.say('Oi')), talk.state.status]).toEqual([['Olá!'], 'pending'])
  })

  test('stays open with closeTicket outside of its hours', () => {
    const queue = { ...sales, closesTicket: true, hours: closedToday, outOfHoursMessage: 'Vendas só amanhã' }
    const talk = aTalk(aConfiguration({ queues: [queue], settings: { scheduleType: 'queue' } }), inQueue)
    expect([saidIn(talk.say('Oi')), talk.state.status]).toEqual([['Vendas só amanhã'], 'pending'])
  })

  test('has the menu of its queue with two, after the greeting; "#" leads to its first level', () => {
    const options = [anOption('Preços', { options: [anOption('Atacado'), anOption('Varejo')] }), anOption('Horários')]
    const text =
      'Bem-vindo a Vendas\n\n*[ 1 ]* - Preços\n*[ 2 ]* - Horários\n\n*[ # ]* Voltar para o menu principal\n*[ Sair ]* Encerrar atendimento'
    const talk = aTalk(one({}, { options }), inQueue)
    expect(saidIn(talk.say('Oi'))).toEqual(['Olá!', text])
    expect(saidIn(talk.say('1'))[0]).toContain('*[ 2 ]* - Varejo')
    expect(saidIn(talk.say('#'))).toEqual([text])
    expect(talk.state).toMatchObject({ queueId: 1, memory: { place: { optionId: null } } })
  })

  test('sends its file list after the menu of its queue, once', () => {
    const lists = [{ id: 5, message: 'Nossos preços', files: [{ fileId: 50, name: 'Tabela' }] }]
    const options = [anOption('Preços'), anOption('Horários')]
    const talk = aTalk(one({ fileLists: lists }, { options, fileListId: 5 }), inQueue)
    const [greeting, menu, ...files] = saidIn(talk.say('Oi'))
    expect([greeting, files]).toEqual(['Olá!', ['Nossos preços', 'Tabela']])
    expect(menu).toContain('*[ 1 ]* - Preços')
    expect(saidIn(talk.say('?'))).toHaveLength(1)
    expect(saidIn(talk.say('#'))).toHaveLength(1)
  })
})

describe('a connection that is left with one queue', () => {
  const two = aConfiguration({ queues: [sales, support] })
  const left = (queue: Partial<typeof support> = {}, more: object = {}) =>
    aConfiguration({ queues: [sales, { ...support, ...queue }], offered: [2], ...more })

  test('a customer in a menu of which one queue is left is in that queue, and the log says why', () => {
    const talk = aTalk(two)
    talk.say('Oi')
    talk.change({ configuration: left() })
    const effects = talk.say('1')
    expect(doneIn(effects)).toEqual(['enterQueue'])
    expect(loggedIn(effects)).toEqual(['queue onlyQueue', 'chatBot'])
    expect(talk.state).toMatchObject({ status: 'pending', queueId: 2, memory: { isBot: false } })
    expect(talk.say('Alô?')).toEqual([])
  })

  test('they read its menu, for which the answer to the other one does not count', () => {
    const talk = aTalk(two)
    talk.say('Oi')
    talk.change({ configuration: left({ options: [anOption('Preços'), anOption('Horários')] }) })
    expect(saidIn(talk.say('1')).at(-1)).toContain('*[ 1 ]* - Preços')
    expect(talk.state).toMatchObject({ queueId: 2, memory: { isBot: true, amountUsedBotQueues: 1 } })
    expect(saidIn(talk.say('1'))).toEqual(['Sobre Preços'])
  })

  test.each([
    ['who was greeted in a queue that is gone', { memory: { isGreeted: true } }, ['enterQueue']],
    ['who waits for the person that has answered on the phone', { memory: { place: 'done' } }, ['enterQueue']],
    [
      'whose bot is switched off',
      { contact: { isBotDisabled: true, acceptsAudio: true, hasConsented: false } },
      ['enterQueue'],
    ],
    ['who waits for somebody', { userId: 9 }, []],
    ['whom somebody serves', { status: 'open', userId: 9 }, []],
  ] as const)('a customer %s is in that queue too, and hears nothing', (_, state, done) => {
    const talk = aTalk(left(), aState(state))
    const effects = talk.say('Alô?')
    expect([saidIn(effects), doneIn(effects)]).toEqual([[], done])
    expect(talk.state).toMatchObject({ queueId: done.length > 0 ? 2 : null, memory: { isBot: false } })
  })

  test('outside of service hours too', () => {
    const talk = aTalk(left({}, { hours: closedToday, settings: { scheduleType: 'company' } }))
    expect(saidIn(talk.say('Oi'))).toEqual(['Estamos fechados.'])
    expect(talk.state.queueId).toBe(2)
  })
})

describe("a queue's menu", () => {
  const deep = anOption('Atacado', { options: [anOption('Norte'), anOption('Centro')] })
  const files = {
    id: 5,
    message: 'Nossos preços',
    files: [
      { fileId: 50, name: 'Tabela' },
      { fileId: 51, name: 'Mapa' },
    ],
  }
  const options = [
    anOption('Preços', { options: [deep, anOption('Varejo')] }),
    anOption('Endereço'),
    anOption('Outra fila', { kind: 'queue', queueId: 2 }),
    anOption('Fila apagada', { kind: 'queue', queueId: 99 }),
    anOption('Falar com Ana', { kind: 'attendent', userId: 9 }),
    anOption('Falar com quem saiu', { kind: 'attendent', userId: 98 }),
    anOption('Arquivos', { kind: 'file', fileListId: 5 }),
    anOption('Arquivos apagados', { kind: 'file', fileListId: 97 }),
    anOption('Integração', { kind: 'integration' }),
    anOption('Tchau', { closesTicket: true }),
    anOption('Sem mensagem', { message: '' }),
  ]
  const configuration = aConfiguration({ queues: [{ ...sales, options }, support], fileLists: [files], userIds: [9] })
  const inMenu = () => {
    const talk = aTalk(configuration)
    talk.say('Oi')
    talk.say('1')
    return talk
  }

  test('comes when the queue is chosen', () => {
    const talk = aTalk(configuration)
    talk.say('Oi')
    const effects = talk.say('1')
    expect(saidIn(effects)).toHaveLength(1)
    expect(saidIn(effects)[0]).toMatch(/^Bem-vindo a Vendas\n\n\*\[ 1 \]\* - Preços\n/)
    expect(loggedIn(effects)).toEqual(['queue', 'chatBot'])
    expect(talk.state).toMatchObject({
      queueId: 1,
      memory: { isBot: true, place: { optionId: null }, amountUsedBotQueues: 1 },
    })
  })

  test('goes down to any depth, and back up with "#"', () => {
    const talk = inMenu()
    expect(saidIn(talk.say('1'))[0]).toMatch(/^Sobre Preços\n\n\*\[ 1 \]\* - Atacado/)
    expect(saidIn(talk.say('1'))[0]).toMatch(/^Sobre Atacado\n\n\*\[ 1 \]\* - Norte/)
    expect(talk.state.memory.place).toEqual({ optionId: deep.id })
    expect(saidIn(talk.say('2'))).toEqual(['Sobre Centro'])
    expect(talk.state).toMatchObject({ queueId: 1, memory: { place: 'done', isBot: false } })

    const back = inMenu()
    back.say('1')
    const effects = back.say('#')
    expect(saidIn(effects)).toEqual([menuText])
    expect(back.state).toMatchObject({
      queueId: null,
      userId: null,
      memory: { place: { optionId: null }, amountUsedBotQueues: 1 },
    })
  })

  test.each([
    ['2', ['Sobre Endereço'], { queueId: 1, userId: null }, ['chatBot']],
    ['3', ['Sobre Outra fila'], { queueId: 2, userId: null }, ['chatBot', 'queue']],
    ['4', ['Sobre Fila apagada'], { queueId: 1, userId: null }, ['chatBot queueGone']],
    ['5', ['Sobre Falar com Ana'], { queueId: 1, userId: 9 }, ['chatBot', 'userDefine']],
    ['6', ['Sobre Falar com quem saiu'], { queueId: 1, userId: null }, ['chatBot userGone']],
    ['7', ['Sobre Arquivos', 'Tabela', 'Mapa'], { queueId: 1, userId: null }, ['chatBot']],
    ['8', ['Sobre Arquivos apagados'], { queueId: 1, userId: null }, ['chatBot filesGone']],
    ['9', ['Sobre Integração'], { queueId: 1, userId: null }, ['chatBot noIntegration']],
    ['11', [], { queueId: 1, userId: null }, ['chatBot']],
  ])('option %s says %j and leaves the customer to people', (answer, said, place, log) => {
    const talk = inMenu()
    const effects = talk.say(answer)
    expect(saidIn(effects)).toEqual(said)
    expect(loggedIn(effects)).toEqual(log)
    expect(talk.state).toMatchObject({ status: 'pending', ...place, memory: { place: 'done', isBot: false } })
  })

  test('an option with closeTicket closes the ticket 2 seconds after its message', () => {
    const talk = inMenu()
    const effects = talk.say('10')
    expect(saidIn(effects)).toEqual(['Sobre Tchau'])
    expect(talk.state.memory).toMatchObject({ place: 'done', isBot: true })
    expect(effects.at(-1)).toEqual({ kind: 'setTimer', timer: 'optionClose', at: new Date('2026-11-16T15:00:32Z') })
  })

  test('an entry names the option and what the customer has answered', () => {
    const [, entry] = inMenu().say('2')
    expect(entry).toMatchObject({
      log: 'chatBot',
      decision: { rule: 'queueMenu', messageId: 3, answer: '2', optionId: options[1]?.id, optionName: 'Endereço' },
    })
  })

  test.each(['Oi', '0', '12', 'a1', '1a'])(
    'takes %j for an invalid answer, which is counted as in the menu of queues',
    (answer) => {
      const talk = inMenu()
      const effects = talk.say(answer)
      expect(saidIn(effects)[0]).toMatch(
        /^Opção inválida, por favor escolha uma opção válida abaixo:\n\nBem-vindo a Vendas/,
      )
      talk.say(answer)
      const last = talk.say(answer)
      expect([saidIn(last), loggedIn(last)]).toEqual([[], ['retriesLimitQueue retriesLimit']])
      expect(talk.state).toMatchObject({ status: 'pending', queueId: 1, memory: { isBot: false } })
    },
  )

  test('ends at "sair" with the farewell', () => {
    expect(inMenu().say('Sair').at(-1)).toEqual({ kind: 'close', farewell: true })
  })

  test('begins anew when the option where the customer was is gone', () => {
    const talk = inMenu()
    talk.say('1')
    talk.change({
      configuration: aConfiguration({ queues: [{ ...sales, options: [anOption('Nova')] }, support] }),
    })
    const effects = talk.say('1')
    expect(saidIn(effects)[0]).toContain('*[ 1 ]* - Nova')
    expect(loggedIn(effects)).toEqual(['chatBot optionGone'])
  })

  test('that is taken away leaves the customer to people', () => {
    const talk = inMenu()
    talk.change({ configuration: aConfiguration({ queues: [sales, support] }) })
    const effects = talk.say('1')
    expect([saidIn(effects), loggedIn(effects)]).toEqual([[], ['botSilent waitsForPerson']])
    expect(talk.state).toMatchObject({ status: 'pending', queueId: 1, memory: { isBot: false } })
  })

  test('comes with the first message of a reopened ticket', () => {
    const talk = aTalk(configuration, aState({ queueId: 1 }))
    expect(saidIn(talk.say('Voltei'))[0]).toMatch(/^Bem-vindo a Vendas/)
  })

  test('is found by a ticket of a queue of another connection', () => {
    const other = aConfiguration({ queues: [{ ...sales, options }, support], offered: [2] })
    expect(saidIn(aTalk(other, aState({ queueId: 1 })).say('Oi'))[1]).toMatch(/^Bem-vindo a Vendas/)
  })

  test('waits for the user of an option in its queue, if it names one that is in use', () => {
    const inQueue = (queueId: number) => {
      const ana = anOption('Falar com Ana', { kind: 'attendent', userId: 9, queueId })
      const talk = aTalk(
        aConfiguration({ queues: [{ ...sales, options: [ana, anOption('Endereço')] }, support], userIds: [9] }),
      )
      talk.say('Oi')
      talk.say('1')
      talk.say('1')
      return talk.state
    }
    expect(inQueue(2)).toMatchObject({ queueId: 2, userId: 9, memory: { isBot: false, place: 'done' } })
    expect(inQueue(99)).toMatchObject({ queueId: 1, userId: 9 })
  })

  test('says of such a queue too that it is closed, or in the log that it is gone', () => {
    const said = (queueId: number) => {
      const ana = anOption('Falar com Ana', { kind: 'attendent', userId: 9, queueId })
      const closed = { ...support, hours: closedToday, outOfHoursMessage: 'O suporte abre amanhã.' }
      const talk = aTalk(
        aConfiguration({
          queues: [{ ...sales, options: [ana, anOption('Endereço')] }, closed],
          settings: { scheduleType: 'queue' },
          userIds: [9],
        }),
      )
      talk.say('Oi')
      talk.say('1')
      const effects = talk.say('1')
      return [saidIn(effects), doneIn(effects), loggedIn(effects)]
    }
    expect(said(2)).toEqual([
      ['Sobre Falar com Ana', 'O suporte abre amanhã.'],
      ['enterQueue', 'assign'],
      ['chatBot', 'userDefine', 'chatBot outOfHours'],
    ])
    expect(said(99)).toEqual([['Sobre Falar com Ana'], ['assign'], ['chatBot queueGone', 'userDefine']])
  })

  test('says that the queue an option leads to is closed, where the customer waits all the same', () => {
    const closed = { ...support, hours: closedToday, outOfHoursMessage: 'O suporte abre amanhã.' }
    const talk = aTalk(
      aConfiguration({
        queues: [{ ...sales, options }, closed],
        settings: { scheduleType: 'queue', sendQueuePosition: 'enabled', userRandom: 'enabled' },
      }),
    )
    talk.say('Oi')
    talk.say('1')
    const effects = talk.say('3')
    expect([saidIn(effects), doneIn(effects)]).toEqual([['Sobre Outra fila', 'O suporte abre amanhã.'], ['enterQueue']])
    expect(loggedIn(effects)).toEqual(['chatBot', 'queue', 'chatBot outOfHours'])
    expect(talk.state).toMatchObject({
      status: 'pending',
      queueId: 2,
      userId: null,
      memory: { isBot: false, isOutOfHour: true, place: 'done' },
    })
  })

  test('has 300 options', () => {
    const many = Array.from({ length: 300 }, (_, nth) => anOption(`Opção ${nth + 1}`))
    const talk = aTalk(aConfiguration({ queues: [{ ...sales, options: many }, support] }))
    talk.say('Oi')
    talk.say('1')
    expect(saidIn(talk.say('300'))).toEqual(['Sobre Opção 300'])
  })
})

describe('consent', () => {
  const settings = {
    enableLGPD: 'enabled',
    lgpdMessage: 'Guardamos os seus dados.',
    lgpdLink: 'https://x.test/lgpd',
  } as const
  const asking = (more: object = {}) => aConfiguration({ queues: [sales, support], settings: { ...settings, ...more } })
  const question = 'Estou ciente sobre o tratamento dos meus dados pessoais.\n\n*[1]* Sim\n*[2]* Não'

  test('is asked for with three messages after the first one, before any menu', () => {
    const talk = aTalk(asking())
    const effects = talk.say('Oi')
    expect(saidIn(effects)).toEqual(['Guardamos os seus dados.', 'https://x.test/lgpd', question])
    expect(loggedIn(effects)).toEqual(['lgpd'])
    expect(talk.state).toMatchObject({
      status: 'lgpd',
      memory: { isBot: true, amountUsedBotQueues: 1, lgpdSendMessageAt: '2026-11-16T15:00:10.000Z' },
    })
    expect(saidIn(aTalk(asking({ lgpdLink: '' })).say('Oi'))).toHaveLength(2)
  })

  test.each([
    ['enableLGPD is off', { enableLGPD: 'disabled' }, {}],
    ['there is no text', { lgpdMessage: ' ' }, {}],
    ['the contact has accepted', {}, { contact: { isBotDisabled: false, acceptsAudio: true, hasConsented: true } }],
    ['the ticket was imported', {}, { isImported: true }],
    ['the ticket is that of a group', {}, { isGroup: true, isGroupTicket: true }],
  ])('is not asked for if %s', (_, more, state) => {
    expect(saidIn(aTalk(asking(more), aState(state)).say('Oi'))).toEqual([menuText])
  })

  test('is asked for in every ticket with lgpdConsent', () => {
    const contact = { isBotDisabled: false, acceptsAudio: true, hasConsented: true }
    const talk = aTalk(asking({ lgpdConsent: 'enabled' }), aState({ contact }))
    expect(saidIn(talk.say('Oi'))).toHaveLength(3)
  })

  test('1 stores it, and the bot goes on', () => {
    const talk = aTalk(asking())
    talk.say('Oi')
    const effects = talk.say('1')
    expect(doneIn(effects)).toEqual(['acceptConsent', 'wait'])
    expect(saidIn(effects)).toEqual([menuText])
    expect(talk.state).toMatchObject({
      status: 'pending',
      contact: { hasConsented: true },
      memory: { lgpdAcceptedAt: '2026-11-16T15:00:20.000Z', amountUsedBotQueues: 1, place: { optionId: null } },
    })
    talk.say('2')
    expect(talk.state.queueId).toBe(2)
  })

  test('1 makes the ticket wait without queues', () => {
    const talk = aTalk(aConfiguration({ settings, connection: { greetingMessage: '' } }))
    talk.say('Oi')
    talk.say('1')
    expect(talk.state).toMatchObject({ status: 'pending', memory: { isBot: false } })
  })

  test('is given and refused by a tap or by its word', () => {
    for (const [text, choiceId] of [
      ['Sim', 'yes'],
      ['sim', undefined],
    ] as const) {
      const talk = aTalk(asking({ chatBotType: 'button' }))
      expect(talk.say('Oi')[3]).toMatchObject({
        text: question,
        menu: {
          options: [
            { id: 'yes', title: 'Sim' },
            { id: 'no', title: 'Não' },
          ],
        },
      })
      expect(doneIn(talk.say(text, { choiceId }))).toEqual(['acceptConsent', 'wait'])
    }
    const talk = aTalk(asking())
    talk.say('Oi')
    expect(loggedIn(talk.say('não'))).toEqual(['lgpd refused'])
  })

  test('2 sends the farewell and closes', () => {
    const talk = aTalk(asking())
    talk.say('Oi')
    const effects = talk.say('2')
    expect(effects.at(-1)).toEqual({ kind: 'close', farewell: true })
    expect(loggedIn(effects)).toEqual(['lgpd refused'])
    expect(doneIn(effects)).not.toContain('acceptConsent')
  })

  test('anything else is asked again up to maxUseBotQueues times; then a person reads it', () => {
    const talk = aTalk(asking())
    talk.say('Oi')
    for (const text of ['sim?', '3']) expect(saidIn(talk.say(text))).toEqual([`${invalid}\n\n${question}`])
    const last = talk.say('Quero falar com alguém')
    expect(saidIn(last)).toEqual([])
    expect(loggedIn(last)).toEqual(['retriesLimitQueue retriesLimit'])
    expect(talk.state).toMatchObject({
      status: 'pending',
      contact: { hasConsented: false },
      memory: { place: 'done', isBot: false },
    })
    expect(saidIn(talk.say('1'))).toEqual([])
  })

  test('within timeUseBotQueues anything else is not answered, and a person may read it; an answer still counts', () => {
    const talk = aTalk(aConfiguration({ queues: [sales, support], settings, connection: { timeUseBotQueues: 5 } }))
    talk.say('Oi')
    const soon = talk.say('Quero falar com alguém')
    expect([saidIn(soon), loggedIn(soon)]).toEqual([[], ['botSilent saidRecently']])
    expect(talk.state).toMatchObject({ status: 'lgpd', memory: { isBot: false } })
    expect(saidIn(talk.say('sim?', { after: 6 * 60_000 }))).toEqual([`${invalid}\n\n${question}`])
    expect(talk.state).toMatchObject({ status: 'lgpd', memory: { isBot: true } })
    expect(saidIn(talk.say('1'))).toEqual([menuText])
  })

  test.each([
    ['an answer that was missed', { isMissed: true }],
    ['a call', { isCall: true }],
    ['our own answer on the phone', { isEcho: true }],
  ])('%s leaves the ticket to people', (_, more) => {
    const talk = aTalk(asking())
    talk.say('Oi')
    const effects = talk.say('1', more)
    expect([saidIn(effects), talk.state.status, talk.state.memory.place]).toEqual([[], 'pending', 'done'])
    expect(talk.state.contact.hasConsented).toBe(false)
  })

  test('is no longer waited for when the company does not want it any more', () => {
    const talk = aTalk(asking())
    talk.say('Oi')
    talk.change({ configuration: aConfiguration({ queues: [sales, support] }) })
    expect(saidIn(talk.say('Alô'))).toEqual([menuText])
    expect(talk.state.status).toBe('pending')
  })

  test('is no longer waited for then, nor the customer taken for one in a menu, with one queue', () => {
    const talk = aTalk(asking(), aState({ queueId: 1 }))
    talk.say('Oi')
    talk.change({ configuration: aConfiguration({ queues: [sales] }) })
    expect(saidIn(talk.say('Alô'))).toEqual(['Olá!'])
    expect(talk.state).toMatchObject({ status: 'pending', queueId: 1, memory: { isBot: false } })
  })
})

describe('outside of service hours', () => {
  const closed = (more: object = {}) =>
    aConfiguration({ queues: [sales, support], hours: closedToday, settings: { scheduleType: 'company', ...more } })

  test.each(['company', 'connection'] as const)('of the %s the text comes, and no menu', (scheduleType) => {
    const talk = aTalk(closed({ scheduleType }))
    const effects = talk.say('Oi')
    expect(saidIn(effects)).toEqual(['Estamos fechados.'])
    expect(loggedIn(effects)).toEqual(['chatBot outOfHours'])
    expect(talk.state).toMatchObject({ status: 'pending', memory: { isOutOfHour: true, isBot: false } })
  })

  test('it comes with each message, as often as a menu', () => {
    const talk = aTalk(closed())
    expect(['a', 'b', 'c', 'd'].map((text) => saidIn(talk.say(text)).length)).toEqual([1, 1, 1, 0])
  })

  test('it comes again in the next night, also if nobody has written in between, and not before that', () => {
    const night: ScheduleEntry[] = (['monday', 'tuesday'] as const).map((weekdayEn) => ({
      weekday: '',
      weekdayEn,
      startTimeA: '08:00',
      endTimeA: '11:00',
      startTimeB: '',
      endTimeB: '',
    }))
    const talk = aTalk(
      aConfiguration({ queues: [sales, support], hours: night, settings: { scheduleType: 'company' } }),
    )
    for (const text of ['a', 'b', 'c']) expect(saidIn(talk.say(text))).toEqual(['Estamos fechados.'])
    const evening = talk.say('d', { after: 6 * 3_600_000 })
    expect([saidIn(evening), loggedIn(evening)]).toEqual([[], ['retriesLimitQueue retriesLimit']])
    expect(saidIn(talk.say('e', { after: 18 * 3_600_000 }))).toEqual(['Estamos fechados.'])
    expect(talk.state.memory).toMatchObject({ isOutOfHour: true, amountUsedBotQueues: 1 })
  })

  test('without a text the bot is silent, and the log says why', () => {
    const talk = aTalk(
      aConfiguration({
        queues: [sales],
        hours: closedToday,
        settings: { scheduleType: 'company' },
        connection: { outOfHoursMessage: '' },
      }),
      aState({ queueId: 1 }),
    )
    const effects = talk.say('Oi')
    expect([saidIn(effects), loggedIn(effects)]).toEqual([[], ['botSilent outOfHours']])
  })

  test('an open ticket gets it only with sendMessageOutExpedientTicketOpen', () => {
    const open = aState({ status: 'open', queueId: 1, userId: 9, memory: { place: 'done' } })
    expect(aTalk(closed(), open).say('Oi')).toEqual([])
    expect(saidIn(aTalk(closed({ sendMessageOutExpedientTicketOpen: 'enabled' }), open).say('Oi'))).toEqual([
      'Estamos fechados.',
    ])
  })

  test('a customer who waits for a person gets it too', () => {
    const waiting = aState({ queueId: 1, memory: { place: 'done' } })
    expect(saidIn(aTalk(closed(), waiting).say('Oi'))).toEqual(['Estamos fechados.'])
  })

  test('of the only queue its text comes in place of the greeting, which comes when the hours have begun', () => {
    const queue = { ...sales, hours: closedToday, outOfHoursMessage: 'Vendas só amanhã' }
    const talk = aTalk(aConfiguration({ queues: [queue], settings: { scheduleType: 'queue' } }), aState({ queueId: 1 }))
    expect(saidIn(talk.say('Oi'))).toEqual(['Vendas só amanhã'])
    expect(saidIn(talk.say('Bom dia', { after: 24 * 3_600_000 }))).toEqual(['Olá!'])
    expect(talk.state.memory.isOutOfHour).toBe(false)
  })

  test('what was said then does not count when the hours have begun, and the menu begins anew', () => {
    const talk = aTalk(closed())
    for (const text of ['a', 'b', 'c', 'd']) talk.say(text)
    expect(saidIn(talk.say('Bom dia', { after: 24 * 3_600_000 }))).toEqual([menuText])
    expect(talk.state.memory).toMatchObject({ isOutOfHour: false, amountUsedBotQueues: 1 })
  })
})

describe('recordings and videos', () => {
  const refused =
    '*Assistente Virtual*:\nInfelizmente não conseguimos ouvir áudios nem ver vídeos por este canal de atendimento. Por favor, envie uma mensagem de *texto*.'
  const off = aConfiguration({
    queues: [sales],
    settings: { acceptAudioMessageContact: 'disabled' },
    connection: { greetingMessage: '' },
  })
  const inQueue = { queueId: 1 }

  test.each(['audio', 'video'] as const)('%s is refused with a quote if the company does not take it', (media) => {
    const talk = aTalk(off, aState(inQueue))
    expect(talk.say('', { media })).toMatchObject([{ kind: 'say', text: refused, quotes: 1 }, { kind: 'log' }])
  })

  test('are refused if the contact does not take them', () => {
    const contact = { isBotDisabled: false, acceptsAudio: false, hasConsented: false }
    const on = aConfiguration({ queues: [sales], connection: { greetingMessage: '' } })
    expect(saidIn(aTalk(on, aState({ ...inQueue, contact })).say('', { media: 'audio' }))).toEqual([refused])
    expect(saidIn(aTalk(on, aState(inQueue)).say('', { media: 'audio' }))).toEqual([])
  })

  test('are refused after the greeting of a connection with one queue', () => {
    const greeting = aConfiguration({ queues: [sales], settings: { acceptAudioMessageContact: 'disabled' } })
    expect(saidIn(aTalk(greeting, aState(inQueue)).say('', { media: 'audio' }))).toEqual(['Olá!', refused])
  })

  test('are refused as often as a menu is said; then the customer waits for a person', () => {
    const options = [anOption('Preços'), anOption('Horários')]
    const menus = aConfiguration({
      queues: [{ ...sales, options }],
      settings: { acceptAudioMessageContact: 'disabled' },
    })
    const talk = aTalk(menus, aState(inQueue))
    talk.say('Oi')
    for (let nth = 0; nth < 2; nth += 1) expect(saidIn(talk.say('', { media: 'audio' }))).toEqual([refused])
    expect(talk.state.memory.isBot).toBe(true)
    const last = talk.say('', { media: 'audio' })
    expect([saidIn(last), loggedIn(last)]).toEqual([[], ['retriesLimitQueue retriesLimit']])
    expect(talk.state.memory.isBot).toBe(false)
    expect(saidIn(talk.say('1'))).toEqual(['Sobre Preços'])
  })

  test('are not refused while somebody serves the ticket, and pictures never', () => {
    expect(aTalk(off, aState({ ...inQueue, status: 'open', userId: 9 })).say('', { media: 'audio' })).toEqual([])
    expect(saidIn(aTalk(off, aState(inQueue)).say('', { media: 'other' }))).toEqual([])
  })
})

describe('the bot is silent', () => {
  const two = aConfiguration({ queues: [sales, support] })

  test.each([
    ['to calls', {}, { isCall: true }],
    ['to missed messages', {}, { isMissed: true }],
    ['to what we write on the phone', {}, { isEcho: true }],
    ['in groups that are not handled as tickets', { status: 'group', isGroup: true }, {}],
    ['while somebody serves the ticket', { status: 'open', userId: 9, queueId: 1 }, {}],
  ] as const)('%s', (_, state, event) => {
    expect(aTalk(two, aState(state)).say('Oi', event)).toEqual([])
  })

  test('to contacts whose bot is switched off, and says so in the log', () => {
    const contact = { isBotDisabled: true, acceptsAudio: true, hasConsented: false }
    const effects = aTalk(two, aState({ contact })).say('Oi')
    expect([saidIn(effects), loggedIn(effects)]).toEqual([[], ['botSilent botDisabled']])
  })

  test('while the ticket waits for somebody, and says so in the log', () => {
    const effects = aTalk(two, aState({ queueId: 1, userId: 9 })).say('Oi')
    expect([saidIn(effects), loggedIn(effects)]).toEqual([[], ['botSilent hasOwner']])
  })

  test('while the ticket waits for somebody, but for the out-of-hours text and the refusal of recordings', () => {
    const waiting = aState({ queueId: 1, userId: 9, memory: { place: 'done' } })
    const closed = aConfiguration({
      queues: [sales, support],
      hours: closedToday,
      settings: { scheduleType: 'company' },
    })
    expect(saidIn(aTalk(closed, waiting).say('Oi'))).toEqual(['Estamos fechados.'])
    const texts = aConfiguration({ queues: [sales, support], settings: { acceptAudioMessageContact: 'disabled' } })
    expect(saidIn(aTalk(texts, waiting).say('', { media: 'audio' }))).toEqual([
      expect.stringContaining('não conseguimos ouvir áudios'),
    ])
  })

  test('after a person has answered on the phone', () => {
    const talk = aTalk(two)
    talk.say('Oi')
    talk.say('Pode falar', { isEcho: true })
    const effects = talk.say('1')
    expect([saidIn(effects), loggedIn(effects)]).toEqual([[], ['botSilent waitsForPerson']])
  })

  test('but not in a group that is handled as a ticket', () => {
    expect(saidIn(aTalk(two, aState({ isGroup: true, isGroupTicket: true })).say('Oi'))).toEqual([menuText])
  })
})

describe('a ticket that awaits its rating', () => {
  const asked = aState({
    status: 'nps',
    queueId: 1,
    userId: 9,
    rating: { isGiven: false, isTalkedTo: false, isOverdue: false },
    memory: { amountUsedBotQueuesNPS: 1 },
  })
  const one = aConfiguration({ queues: [sales] })

  test('is closed with the farewell by a number', () => {
    const effects = aTalk(one, asked).say('5')
    expect(effects).toEqual([
      { kind: 'keepRating', rating: 5, best: 5 },
      { kind: 'close', farewell: true },
    ])
  })

  test('asks again, and is then left to people', () => {
    const talk = aTalk(one, asked)
    for (let nth = 0; nth < 2; nth += 1)
      expect(saidIn(talk.say('Ótimo'))).toEqual(['Opção inválida, tente novamente.', 'De 1 a 5?'])
    expect(doneIn(talk.say('Ótimo'))).toEqual(['wait'])
    expect(talk.state).toMatchObject({ status: 'pending', userId: null, memory: { place: 'done' } })
  })

  test.each([
    ['a call', { isCall: true }, {}],
    ['a missed message', { isMissed: true }, {}],
    ['an answer to what we wrote since', {}, { isTalkedTo: true }],
    ['an answer after a day', {}, { isOverdue: true }],
  ])('is left to people by %s', (_, event, rating) => {
    const state = { ...asked, rating: { isGiven: false, isTalkedTo: false, isOverdue: false, ...rating } }
    expect(doneIn(aTalk(one, state).say('Ótimo', event))).toEqual(['wait'])
  })

  const why = aConfiguration({ queues: [sales], connection: { ratingCommentMessage: 'O que motivou sua nota?' } })

  test('asks why, if the connection does, and is closed with the farewell by the answer', () => {
    const talk = aTalk(why, asked)
    expect(talk.say('2')).toEqual([
      { kind: 'keepRating', rating: 2, best: 5 },
      { kind: 'say', text: 'O que motivou sua nota?' },
    ])
    expect(talk.state.status).toBe('nps')
    expect(talk.say('Demorou muito')).toEqual([
      { kind: 'keepComment', comment: 'Demorou muito' },
      { kind: 'close', farewell: true },
    ])
    expect(talk.state.status).toBe('closed')
  })

  test('is closed at once by a rating that was missed: nobody expects a question any more', () => {
    expect(doneIn(aTalk(why, asked).say('2', { isMissed: true }))).toEqual(['keepRating', 'close'])
  })

  test.each([
    ['a call', '', { isCall: true }, {}],
    ['a picture', 'Veja', { media: 'other' as const }, {}],
    ['an answer to what we wrote since', 'Sim', {}, { isTalkedTo: true }],
  ])('is left to people by %s in place of the reason', (_, text, event, rating) => {
    const state = { ...asked, rating: { isGiven: true, isTalkedTo: false, isOverdue: false, ...rating } }
    expect(doneIn(aTalk(why, state).say(text, event))).toEqual(['wait'])
  })

  test('also of a contact whose bot is switched off', () => {
    const contact = { isBotDisabled: true, acceptsAudio: true, hasConsented: false }
    expect(doneIn(aTalk(one, { ...asked, contact }).say('5'))).toEqual(['keepRating', 'close'])
  })
})

describe('services outside', () => {
  const integration = { kind: 'integration', id: 7 } as const
  const prompt = { kind: 'prompt', id: 8 } as const
  const askedIn = (effects: ReturnType<ReturnType<typeof aTalk>['say']>) =>
    effects.flatMap((effect) => (effect.kind === 'ask' ? [effect.service] : []))

  test('the integration of a connection answers before any menu, also in a queue, and each message', () => {
    const talk = aTalk(aConfiguration({ queues: [sales, support], services: { integrationId: 7, promptId: 8 } }))
    for (const text of ['Oi', '1', 'sair', '#']) {
      const effects = talk.say(text)
      expect([saidIn(effects), askedIn(effects)]).toEqual([[], [integration]])
    }
    expect(talk.state.memory).toMatchObject({ useIntegration: true, integrationId: 7, promptId: null, isBot: true })
  })

  test('the log says once that a service answers from now on', () => {
    const talk = aTalk(aConfiguration({ services: { integrationId: 7 } }))
    expect(['Oi', 'Oi'].map((text) => loggedIn(talk.say(text)))).toEqual([['chatBot toService'], []])
  })

  test('the prompt of a connection answers who is in no queue that somebody chose', () => {
    const several = aConfiguration({ queues: [sales, support], services: { promptId: 8 } })
    expect(askedIn(aTalk(several).say('Oi'))).toEqual([prompt])
    expect(askedIn(aTalk(several, aState({ queueId: 2 })).say('Oi'))).toEqual([])
    expect(askedIn(aTalk(several, aState({ isImported: true })).say('Oi'))).toEqual([])
    const one = aConfiguration({ queues: [sales], services: { promptId: 8 } })
    expect(askedIn(aTalk(one, aState({ queueId: 1 })).say('Oi'))).toEqual([prompt])
    expect(askedIn(aTalk(one).say('Oi'))).toEqual([prompt])
  })

  test('outside of the hours of the company nobody is asked', () => {
    const closed = aConfiguration({
      services: { integrationId: 7 },
      settings: { scheduleType: 'company' },
      hours: closedToday,
    })
    expect(askedIn(aTalk(closed).say('Oi'))).toEqual([])
  })

  test('the choice of a queue leads to its service, after the greeting and instead of its menu', () => {
    const queue = aQueue(1, 'Vendas', { integrationId: 7, closesTicket: true, options: [anOption('Preços')] })
    const talk = aTalk(aConfiguration({ queues: [queue, support] }))
    talk.say('Oi')
    const effects = talk.say('1')
    expect([saidIn(effects), askedIn(effects)]).toEqual([['Bem-vindo a Vendas'], [integration]])
    expect(effects.at(-1)).toMatchObject({ kind: 'ask', isEntry: true })
    expect(askedIn(talk.say('Quanto custa?'))).toEqual([integration])
  })

  test('who begins in the only queue is greeted once and talks to its service', () => {
    const talk = aTalk(aConfiguration({ queues: [{ ...sales, promptId: 8 }] }), aState({ queueId: 1 }))
    const [first, second] = [talk.say('Oi'), talk.say('Tudo bem?')]
    expect([saidIn(first), askedIn(first)]).toEqual([['Olá!'], [prompt]])
    expect([saidIn(second), askedIn(second)]).toEqual([[], [prompt]])
    expect(first.at(-1)).toMatchObject({ kind: 'ask', isEntry: false })
  })

  test('an option leads to its integration, and without one to people', () => {
    const options = [
      anOption('Robô', { kind: 'integration', integrationId: 7 }),
      anOption('Nenhum', { kind: 'integration' }),
    ]
    const inMenu = () => {
      const talk = aTalk(aConfiguration({ queues: [aQueue(1, 'Vendas', { options }), support] }))
      talk.say('Oi')
      talk.say('1')
      return talk
    }
    const effects = inMenu().say('1')
    expect([saidIn(effects), askedIn(effects)]).toEqual([['Sobre Robô'], [integration]])
    expect(askedIn(inMenu().say('2'))).toEqual([])
  })

  test('an option that leads to another queue leads to the service of that', () => {
    const options = [anOption('Suporte', { kind: 'queue', queueId: 2 }), anOption('Outra')]
    const talk = aTalk(aConfiguration({ queues: [aQueue(1, 'Vendas', { options }), { ...support, promptId: 8 }] }))
    talk.say('Oi')
    talk.say('1')
    expect(askedIn(talk.say('1'))).toEqual([prompt])
  })

  test.each<[string, Parameters<typeof aState>[0]]>([
    ['a person has the ticket', { userId: 3 }],
    ['the bot is off for the contact', { contact: { isBotDisabled: true, acceptsAudio: true, hasConsented: false } }],
    ['somebody has switched it off', { memory: { place: 'done', useIntegration: false, integrationId: 7 } }],
    ['it is a group', { isGroup: true }],
    ['it is rated', { status: 'nps' }],
  ])('nobody is asked if %s', (_, state) => {
    const talk = aTalk(
      aConfiguration({ queues: [sales], services: { integrationId: 7 } }),
      aState({ queueId: 1, ...state }),
    )
    expect(askedIn(talk.say('Oi'))).toEqual([])
  })

  test('whoever writes on the phone itself ends it', () => {
    const talk = aTalk(aConfiguration({ services: { integrationId: 7 } }))
    talk.say('Oi')
    expect(talk.say('Sou a Ana', { isEcho: true })).toEqual([])
    expect(talk.state.memory).toMatchObject({ useIntegration: false, isBot: false })
    expect(askedIn(talk.say('Oi, Ana'))).toEqual([])
  })

  test('the service that a person gives to a ticket answers in its queue', () => {
    const given = { place: 'done', useIntegration: true, integrationId: 7, promptId: 8 } as const
    const talk = (queueId: number | null) =>
      aTalk(aConfiguration({ queues: [sales, support] }), aState({ queueId, memory: given }))
    expect(askedIn(talk(1).say('Oi'))).toEqual([integration])
    expect(askedIn(talk(null).say('Oi'))).toEqual([])
  })

  test('an audio is for the service, whatever the contact accepts', () => {
    const contact = { isBotDisabled: false, acceptsAudio: false, hasConsented: false }
    const talk = aTalk(aConfiguration({ services: { integrationId: 7 } }), aState({ contact }))
    const effects = talk.say('', { media: 'audio' })
    expect([saidIn(effects), askedIn(effects)]).toEqual([[], [integration]])
  })
})
