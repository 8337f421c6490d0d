import type { Texts } from './texts.ts'

/** Existing clients and customers know some of these texts, so they do not change. */
export const pt: Texts = {
  transferred: {
    toAttendant: (name) =>
      `*Mensagem Automática*:\nVocê foi transferido para o atendente *${name}*. Aguarde um momento, em breve continuaremos o seu atendimento.`,
    toQueue: (name) =>
      `*Mensagem Automática*:\nVocê foi transferido para o departamento *${name}*. Aguarde um momento, em breve continuaremos o seu atendimento.`,
  },
  noRating: 'Opção inválida, tente novamente.',
  bot: {
    invalidOption: 'Opção inválida, por favor escolha uma opção válida abaixo:',
    leave: { word: 'Sair', label: 'Encerrar atendimento' },
    back: 'Voltar para o menu principal',
    backTitle: 'Menu principal',
    choose: 'Escolha uma opção',
    consent: { question: 'Estou ciente sobre o tratamento dos meus dados pessoais.', yes: 'Sim', no: 'Não' },
    audioRefused:
      '*Assistente Virtual*:\nInfelizmente não conseguimos ouvir áudios nem ver vídeos por este canal de atendimento. Por favor, envie uma mensagem de *texto*.',
  },
  serviceStopped: {
    toCustomer: '*Assistente Virtual*:\nNão consegui responder agora. Um atendente vai continuar a conversa com você.',
    note: (name, reason) =>
      `${name === null ? 'O assistente automático' : `O assistente “${name}”`} parou de responder: ${reason}. O cliente espera por um atendente.`,
    reasons: {
      refusedAddress: 'o endereço não é permitido',
      unreachable: 'não foi possível conectar ao serviço',
      timeout: 'o serviço não respondeu a tempo',
      tooLarge: 'a resposta era grande demais',
      notJson: 'não foi possível ler a resposta',
      status: 'o serviço respondeu com um erro',
      badAnswer: 'a resposta estava vazia ou não fazia sentido',
      notAllowed: 'a chave ou o acesso foi recusado',
      limit: 'o serviço está sem capacidade ou sem crédito',
      breakerOpen: 'o serviço falhou várias vezes seguidas e está em pausa',
      busy: 'o serviço está ocupado demais',
      late: 'a mensagem esperou tempo demais',
      tried: 'a pergunta foi interrompida várias vezes',
      gone: 'ele foi desativado ou excluído',
      broken: 'não foi possível perguntar ao serviço',
      loop: 'o limite de mensagens automáticas foi atingido',
      targetGone: 'ele indicou uma fila ou um atendente que não existe',
    },
  },
  callsPerson: 'Só um momento: vou chamar uma pessoa da equipe para continuar a conversa com você.',
  story: { mention: 'Mencionou você em um story', reply: 'Respondeu ao seu story' },
  fileTooLarge: 'Enviou um arquivo grande demais para ser recebido aqui',
  order: 'Fez um pedido pelo catálogo',
  optOut: {
    out: '*Mensagem Automática*:\nPronto, você não receberá mais as nossas campanhas. Se mudar de ideia, responda *VOLTAR* em até 7 dias.',
    back: '*Mensagem Automática*:\nQue bom ter você de volta! Você voltará a receber as nossas campanhas. Para sair, responda *PARAR*.',
  },
  integration: { notUnderstood: 'Não consegui entender sua dúvida.' },
  callsRefused:
    '*Mensagem Automática:*\n\nAs chamadas de voz e vídeo estão desabilitadas para esse WhatsApp, favor enviar uma mensagem de texto. Obrigado',
  calls: {
    voice: {
      ringing: (time) => `Chamada de voz recebida às ${time}`,
      missed: (time) => `Chamada de voz perdida às ${time}`,
      refused: (time) => `Chamada de voz recusada às ${time}`,
      answered: (time) => `Chamada de voz atendida às ${time}`,
    },
    video: {
      ringing: (time) => `Chamada de vídeo recebida às ${time}`,
      missed: (time) => `Chamada de vídeo perdida às ${time}`,
      refused: (time) => `Chamada de vídeo recusada às ${time}`,
      answered: (time) => `Chamada de vídeo atendida às ${time}`,
    },
  },
  timesOfDay: { night: 'Boa noite', morning: 'Bom dia', afternoon: 'Boa tarde', evening: 'Boa noite' },
  dateAndHour: (date, hour) => `${date} às ${hour}`,
  unnamed: { person: 'Visitante', group: 'Grupo' },
  contactSheet: {
    name: 'Nome',
    number: 'Número',
    email: 'E-mail',
    tags: 'Tags',
    extra: 'Informações adicionais',
    status: 'Situação',
    active: 'Ativo',
    blocked: 'Bloqueado',
  },
  exampleSheet: { city: 'Cidade' },
  refusedSheet: {
    line: 'Linha',
    reason: 'Motivo',
    fields: {
      name: 'Nome',
      number: 'Número',
      email: 'E-mail',
      variable: 'Variável',
      list: 'Lista',
    },
    rules: {
      required: 'falta',
      tooShort: 'curto demais',
      tooLong: 'longo demais',
      invalid: 'inválido',
      tooMany: 'são demais',
      excel:
        'encurtado pelo Excel (como 1,19E+12): os últimos dígitos se perderam. Formate a coluna como texto e digite o número de novo',
      noAreaCode: 'sem DDD',
      areaCode: 'o DDD não existe',
      full: 'a lista já tem 1.000.000 de contatos, o máximo',
    },
  },
  campaignSheet: {
    reason: 'Motivo',
    variant: 'Texto',
    connection: 'Conexão',
    requestedAt: 'Confirmação solicitada em',
    confirmedAt: 'Confirmada em',
    reachedAt: 'Enviada em',
    answeredAt: 'Respondida em',
    states: {
      waiting: 'Aguardando',
      reserved: 'Enviando',
      sent: 'Enviada',
      delivered: 'Entregue',
      read: 'Lida',
      answered: 'Respondida',
      failed: 'Falhou',
      uncertain: 'Incerta',
      skipped: 'Fora do envio',
    },
    reasons: {
      invalid: 'Número inválido',
      group: 'É um grupo',
      own: 'É um número da empresa',
      blocked: 'Contato bloqueado',
      declined: 'Não quis receber',
      optedOut: 'Pediu para não receber campanhas',
      cap: 'Já recebeu campanhas demais nesta semana',
      templateValues: 'Falta um valor do modelo para a pessoa',
      erased: 'Contato excluído antes do envio',
      talking: 'Em atendimento',
      ERR_WAPP_INVALID_CONTACT: 'Número sem WhatsApp',
      ERR_SENDING_WAPP_MSG: 'O WhatsApp não confirmou o envio',
      ERR_CAMPAIGN_STOPPED: 'A campanha foi cancelada durante o envio',
      ERR_OPTED_OUT: 'Pediu para não receber campanhas',
      ERR_MARKETING_HELD_BACK: 'A Meta segurou a mensagem de marketing',
      ERR_MARKETING_STOPPED: 'Parou as mensagens de marketing no WhatsApp',
    },
    ofFailed: '(falhas)',
  },
  optOutSheet: {
    at: 'Desde',
    source: 'Como',
    word: 'Palavra',
    campaign: 'Campanha',
    user: 'Atendente',
    reason: 'Motivo',
    nobody: 'Fora dos contatos',
    sources: { word: 'Respondeu', attendant: 'Por um atendente', import: 'Por uma planilha', network: 'No WhatsApp' },
  },
  reportSheet: {
    ticket: 'Ticket',
    connection: 'Conexão',
    queue: 'Fila',
    user: 'Atendente',
    status: 'Status',
    begin: 'Início',
    accepted: 'Aceito em',
    end: 'Encerrado em',
    wait: 'Espera até aceitar',
    service: 'Tempo de atendimento',
    total: 'Duração',
    rating: 'Avaliação',
    ratingBest: 'Nota máxima',
    ratingComment: 'Motivo da nota',
    lastMessage: 'Última mensagem',
    waitedFrom: 'Esperou desde',
    waitedTo: 'Esperou até',
    waited: 'Tempo de espera',
    waitedInService: 'Espera no expediente',
    answeredBy: 'Respondido por',
    unanswered: 'Ninguém',
    sentAt: 'Quando',
    direction: 'Sentido',
    author: 'De quem',
    text: 'Texto',
    file: 'Arquivo',
    names: {
      conversations: 'Relatório de atendimentos',
      waits: 'Relatório de esperas',
      messages: 'Relatório de mensagens',
    },
    statuses: {
      ABERTO: 'Atendendo',
      FECHADO: 'Encerrado',
      PENDENTE: 'Aguardando',
      GRUPO: 'Grupo',
      NPS: 'Em avaliação',
      LGPD: 'Aguardando consentimento',
    },
    directions: { received: 'Recebida', sent: 'Enviada', note: 'Nota privada' },
    origins: {
      phone: 'Celular',
      bot: 'Chatbot',
      campaign: 'Campanha',
      schedule: 'Agendamento',
      api: 'API',
      system: 'Mensagem automática',
    },
  },
  placeInQueue: (place) => `*Assistente Virtual:*\n{{ms}} *{{name}}*, sua posição na fila de atendimento é: *${place}*`,
  findingAttendant: '*Assistente Virtual*: Aguarde enquanto localizamos um atendente...',
  push: {
    message: 'Nova mensagem',
    transferred: (name) => (name ? `${name} transferiu para você` : 'Transferido para você'),
    transferredToQueue: (name) => `Transferido para a fila ${name}`,
    kinds: {
      image: 'Imagem',
      audio: 'Áudio',
      video: 'Vídeo',
      document: 'Documento',
      location: 'Localização',
      contact: 'Contato',
      sticker: 'Figurinha',
    },
  },
  mails: {
    foot: 'Esta mensagem foi enviada pelo Guichê. Não responda a este e-mail.',
    test: {
      subject: 'Guichê: teste de e-mail',
      text: (address) => `O servidor de e-mail do Guichê em ${address} está funcionando: esta mensagem passou por ele.`,
    },
    recoveryCode: {
      subject: 'Seu código para recuperar a senha do Guichê',
      text: (code) =>
        `Seu código para recuperar a senha do Guichê é ${code}. Ele vale por 10 minutos. Se você não pediu este código, ignore esta mensagem e não o informe a ninguém.`,
    },
    onCall: {
      subject: 'Novo atendimento aguardando',
      text: (customer, link) => `\u200eNovo atendimento aguardando sua resposta: ${customer}\n${link}`,
    },
    passwordChanged: {
      subject: 'Sua senha do Guichê foi alterada',
      text: (login) =>
        `A senha da conta ${login} do Guichê foi alterada agora. Se não foi você, avise o administrador da sua empresa.`,
    },
    receipt: {
      subject: ({ invoice }) => `Recibo da fatura nº ${invoice} do Guichê`,
      text: ({ company, invoice, plan, amount, paidOn, dueDate, link }) =>
        `Olá, ${company}!\n\nRecebemos ${amount} em ${paidOn}, pela fatura nº ${invoice} (${plan}). Sua licença do Guichê vale até ${dueDate}.\n\nSuas faturas estão em ${link}.`,
    },
  },
  subscription: {
    fiveDays: {
      subject: 'Sua assinatura do Guichê vence em {days} dias',
      text: 'Olá, {company}!\n\nA assinatura do Guichê vence em {dueDate}, daqui a {days} dias. Valor: {amount}.\n\nPara pagar por Pix, acesse {link}.\n\nSe você já pagou, desconsidere este aviso.',
    },
    oneDay: {
      subject: 'Sua assinatura do Guichê vence amanhã',
      text: 'Olá, {company}!\n\nA assinatura do Guichê vence amanhã, {dueDate}. Valor: {amount}.\n\nPara pagar por Pix, acesse {link}.\n\nSe você já pagou, desconsidere este aviso.',
    },
    due: {
      subject: 'Vencimento da assinatura do Guichê: {dueDate}',
      text: 'Olá, {company}!\n\nO vencimento da assinatura do Guichê é {dueDate}. Valor: {amount}.\n\nPara pagar por Pix, acesse {link}. Sem o pagamento, o acesso será bloqueado. Dias restantes: {days}.\n\nSe você já pagou, desconsidere este aviso.',
    },
    blocked: {
      subject: 'O acesso da sua empresa ao Guichê está bloqueado',
      text: 'Olá, {company}!\n\nA assinatura do Guichê venceu em {dueDate} e o acesso está bloqueado. As mensagens dos seus clientes continuam sendo recebidas e guardadas, mas ninguém consegue responder, nem o bot.\n\nPara voltar a atender, pague {amount} por Pix em {link}. O acesso volta assim que o pagamento for confirmado.',
    },
  },
  numbers: {
    pendingNow: {
      label: 'Chats Pendentes',
      sentence:
        'Tickets que ninguém atende agora: aguardam na fila, com o bot ou o consentimento do cliente. Nenhum período se aplica.',
    },
    openNow: { label: 'Chats Ativos', sentence: 'Tickets que um atendente atende agora. Nenhum período se aplica.' },
    waitingNow: {
      label: 'Espera atual',
      sentence:
        'Há quanto tempo os clientes que aguardam uma resposta agora estão esperando, em média. Nenhum período se aplica.',
    },
    ratingNow: {
      label: 'Aguardando avaliação',
      sentence: 'Tickets cujo cliente foi convidado a avaliar e ainda não respondeu. Nenhum período se aplica.',
    },
    started: {
      label: 'Total de Atendimentos',
      sentence:
        'Atendimentos que começaram no período. Um atendimento começa quando o cliente chega ou um ticket é reaberto; um ticket reaberto conta de novo.',
    },
    finished: {
      label: 'Chats Concluídos',
      sentence: 'Atendimentos que terminaram no período, também os que ainda aguardam a avaliação do cliente.',
    },
    finishedByPeople: {
      label: 'Concluídos por pessoas',
      sentence: 'Dos concluídos, os que tinham um atendente no fim ou foram encerrados por uma pessoa.',
    },
    finishedByBots: {
      label: 'Concluídos pelo bot',
      sentence: 'Dos concluídos, os que terminaram sem nenhum atendente: pelo bot ou por inatividade.',
    },
    finishedUnanswered: {
      label: 'Concluídos sem resposta',
      sentence: 'Dos concluídos, os em que o cliente esperava uma resposta e nunca recebeu nenhuma de uma pessoa.',
    },
    closed: {
      label: 'Chats Encerrados',
      sentence: 'Atendimentos encerrados de vez no período: a avaliação do cliente chegou ou não é mais esperada.',
    },
    leads: { label: 'Leads', sentence: 'Contatos cujo primeiro atendimento de todos começou no período.' },
    serviceTime: {
      label: 'T.M. de Atendimento',
      sentence:
        'Tempo médio desde que o primeiro atendente aceitou até o fim, dos atendimentos que terminaram no período. Conta todas as horas do relógio.',
    },
    pickupTime: {
      label: 'T.M. até aceitar',
      sentence:
        'Tempo médio desde o começo do atendimento até o primeiro atendente aceitar, dos atendimentos que terminaram no período.',
    },
    waitTime: {
      label: 'T.M. de Espera',
      sentence:
        'Tempo médio que os clientes esperaram por cada resposta de uma pessoa dada no período, também no celular. Conta todas as horas do relógio; respostas automáticas não encerram a espera.',
    },
    waitServiceTime: {
      label: 'T.M. de Espera no expediente',
      sentence: 'As mesmas esperas, contando somente o tempo dentro do horário de atendimento.',
    },
    firstWaitTime: {
      label: 'T.M. da primeira resposta',
      sentence: 'Das mesmas esperas, somente a primeira de cada atendimento.',
    },
    unansweredWaits: {
      label: 'Esperas sem resposta',
      sentence:
        'Esperas de clientes que acabaram no período sem resposta de uma pessoa, porque o ticket foi encerrado.',
    },
    rated: { label: 'Avaliações', sentence: 'Atendimentos que o cliente avaliou no período.' },
    unrated: {
      label: 'Sem avaliação',
      sentence: 'Atendimentos encerrados de vez no período sem avaliação, tenha ela sido pedida ou não.',
    },
    score: {
      label: 'Nota média',
      sentence:
        'Média das avaliações dadas no período, de 0 a 5 estrelas. Notas de outras escalas são convertidas pela maior nota da escala.',
    },
    great: { label: 'Ótimo', sentence: 'Avaliações do período com a melhor das cinco carinhas.' },
    good: { label: 'Bom', sentence: 'Avaliações do período com a terceira ou a quarta das cinco carinhas.' },
    bad: { label: 'Ruim', sentence: 'Avaliações do período com a primeira ou a segunda das cinco carinhas.' },
    promoters: {
      label: 'Promotores',
      sentence:
        'Avaliações 9 e 10 do período, na escala de 0 a 10. O NPS é a porcentagem deles menos a dos detratores.',
    },
    passives: { label: 'Neutros', sentence: 'Avaliações 7 e 8 do período, na escala de 0 a 10.' },
    detractors: { label: 'Detratores', sentence: 'Avaliações de 0 a 6 do período, na escala de 0 a 10.' },
  },
  webChat: {
    joined: (name) => `${name} entrou na conversa`,
    ended: 'Atendimento encerrado',
    missing: {
      title: 'Chat não encontrado',
      text: 'Este endereço não leva a nenhum chat. Confira o endereço ou fale com a empresa de outra forma.',
    },
    unavailable: {
      title: 'Chat indisponível',
      text: 'O chat não pode ser aberto agora. Tente de novo mais tarde ou fale com a empresa de outra forma.',
    },
  },
}
