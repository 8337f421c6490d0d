import type { Texts } from './texts.ts'

export const es: Texts = {
  transferred: {
    toAttendant: (name) =>
      `*Mensaje automático*:\nTe transferimos a *${name}*. Espera un momento, en breve continuaremos con tu atención.`,
    toQueue: (name) =>
      `*Mensaje automático*:\nTe transferimos al departamento *${name}*. Espera un momento, en breve continuaremos con tu atención.`,
  },
  noRating: 'Opción no válida, inténtalo de nuevo.',
  bot: {
    invalidOption: 'Opción no válida, por favor elige una de las opciones siguientes:',
    leave: { word: 'Salir', label: 'Finalizar la atención' },
    back: 'Volver al menú principal',
    backTitle: 'Menú principal',
    choose: 'Elige una opción',
    consent: { question: 'Estoy al tanto del tratamiento de mis datos personales.', yes: 'Sí', no: 'No' },
    audioRefused:
      '*Asistente Virtual*:\nLamentablemente no podemos escuchar audios ni ver videos por este canal. Por favor, envía un mensaje de *texto*.',
  },
  serviceStopped: {
    toCustomer: '*Asistente Virtual*:\nNo puedo responder ahora. Un agente continuará la conversación contigo.',
    note: (name, reason) =>
      `${name === null ? 'El asistente automático' : `El asistente “${name}”`} dejó de responder: ${reason}. El cliente espera a un agente.`,
    reasons: {
      refusedAddress: 'la dirección no está permitida',
      unreachable: 'no se pudo conectar con el servicio',
      timeout: 'el servicio no respondió a tiempo',
      tooLarge: 'la respuesta era demasiado grande',
      notJson: 'no se pudo leer la respuesta',
      status: 'el servicio respondió con un error',
      badAnswer: 'la respuesta estaba vacía o no tenía sentido',
      notAllowed: 'la clave o el acceso fue rechazado',
      limit: 'el servicio no tiene capacidad o crédito',
      breakerOpen: 'el servicio falló varias veces seguidas y está en pausa',
      busy: 'el servicio está demasiado ocupado',
      late: 'el mensaje esperó demasiado tiempo',
      tried: 'la pregunta fue interrumpida varias veces',
      gone: 'fue desactivado o eliminado',
      broken: 'no se pudo preguntar al servicio',
      loop: 'se alcanzó el límite de mensajes automáticos',
      targetGone: 'indicó una cola o un agente que no existe',
    },
  },
  callsPerson: 'Un momento: voy a llamar a una persona del equipo para que siga contigo.',
  story: { mention: 'Te mencionó en una historia', reply: 'Respondió a tu historia' },
  fileTooLarge: 'Envió un archivo demasiado grande para recibirlo aquí',
  order: 'Hizo un pedido por el catálogo',
  optOut: {
    out: '*Mensaje automático*:\nListo, ya no recibirás nuestras campañas. Si cambias de opinión, responde *VOLVER* en un plazo de 7 días.',
    back: '*Mensaje automático*:\n¡Qué bueno tenerte de vuelta! Volverás a recibir nuestras campañas. Para salir, responde *STOP*.',
  },
  integration: { notUnderstood: 'No pude entender tu duda.' },
  callsRefused:
    '*Mensaje automático:*\n\nLas llamadas de voz y video están desactivadas en este WhatsApp, por favor envía un mensaje de texto. Gracias',
  calls: {
    voice: {
      ringing: (time) => `Llamada de voz recibida a las ${time}`,
      missed: (time) => `Llamada de voz perdida a las ${time}`,
      refused: (time) => `Llamada de voz rechazada a las ${time}`,
      answered: (time) => `Llamada de voz atendida a las ${time}`,
    },
    video: {
      ringing: (time) => `Videollamada recibida a las ${time}`,
      missed: (time) => `Videollamada perdida a las ${time}`,
      refused: (time) => `Videollamada rechazada a las ${time}`,
      answered: (time) => `Videollamada atendida a las ${time}`,
    },
  },
  timesOfDay: { night: 'Hola', morning: 'Buenos días', afternoon: 'Buenas tardes', evening: 'Buenas noches' },
  dateAndHour: (date, hour) => `${date} a las ${hour}`,
  unnamed: { person: 'Visitante', group: 'Grupo' },
  contactSheet: {
    name: 'Nombre',
    number: 'Número',
    email: 'Correo electrónico',
    tags: 'Etiquetas',
    extra: 'Información adicional',
    status: 'Situación',
    active: 'Activo',
    blocked: 'Bloqueado',
  },
  exampleSheet: { city: 'Ciudad' },
  refusedSheet: {
    line: 'Línea',
    reason: 'Motivo',
    fields: {
      name: 'Nombre',
      number: 'Número',
      email: 'Correo electrónico',
      variable: 'Variable',
      list: 'Lista',
    },
    rules: {
      required: 'falta',
      tooShort: 'demasiado corto',
      tooLong: 'demasiado largo',
      invalid: 'no válido',
      tooMany: 'son demasiados',
      excel:
        'acortado por Excel (como 1,19E+12): se perdieron los últimos dígitos. Da formato de texto a la columna y escribe el número de nuevo',
      noAreaCode: 'sin código de área',
      areaCode: 'el código de área no existe',
      full: 'la lista ya tiene 1.000.000 de contactos, el máximo',
    },
  },
  campaignSheet: {
    reason: 'Motivo',
    variant: 'Mensaje',
    connection: 'Conexión',
    requestedAt: 'Confirmación solicitada el',
    confirmedAt: 'Confirmado el',
    reachedAt: 'Enviado el',
    answeredAt: 'Respondido el',
    states: {
      waiting: 'En espera',
      reserved: 'Enviando',
      sent: 'Enviado',
      delivered: 'Entregado',
      read: 'Leído',
      answered: 'Respondido',
      failed: 'Falló',
      uncertain: 'Incierto',
      skipped: 'Excluido',
    },
    reasons: {
      invalid: 'Número no válido',
      group: 'Es un grupo',
      own: 'Es un número de la empresa',
      blocked: 'Contacto bloqueado',
      declined: 'No quiso recibirlo',
      optedOut: 'Pidió no recibir campañas',
      cap: 'Ya recibió demasiadas campañas esta semana',
      templateValues: 'Falta un valor de la plantilla para la persona',
      erased: 'Contacto eliminado antes del envío',
      talking: 'En atención',
      ERR_WAPP_INVALID_CONTACT: 'Número sin WhatsApp',
      ERR_SENDING_WAPP_MSG: 'WhatsApp no confirmó el envío',
      ERR_CAMPAIGN_STOPPED: 'La campaña se canceló durante el envío',
      ERR_OPTED_OUT: 'Pidió no recibir campañas',
      ERR_MARKETING_HELD_BACK: 'Meta retuvo el mensaje de marketing',
      ERR_MARKETING_STOPPED: 'Detuvo los mensajes de marketing en WhatsApp',
    },
    ofFailed: '(fallidos)',
  },
  optOutSheet: {
    at: 'Desde',
    source: 'Cómo',
    word: 'Palabra',
    campaign: 'Campaña',
    user: 'Agente',
    reason: 'Motivo',
    nobody: 'Fuera de los contactos',
    sources: {
      word: 'Lo escribió',
      attendant: 'Por un agente',
      import: 'Por una hoja de cálculo',
      network: 'En WhatsApp',
    },
  },
  reportSheet: {
    ticket: 'Ticket',
    connection: 'Conexión',
    queue: 'Cola',
    user: 'Agente',
    status: 'Estado',
    begin: 'Inicio',
    accepted: 'Aceptado el',
    end: 'Cerrado el',
    wait: 'Espera hasta aceptar',
    service: 'Tiempo de atención',
    total: 'Duración',
    rating: 'Valoración',
    ratingBest: 'Nota máxima',
    ratingComment: 'Motivo de la nota',
    lastMessage: 'Último mensaje',
    waitedFrom: 'Esperó desde',
    waitedTo: 'Esperó hasta',
    waited: 'Tiempo de espera',
    waitedInService: 'Espera en horario',
    answeredBy: 'Respondido por',
    unanswered: 'Nadie',
    sentAt: 'Cuándo',
    direction: 'Sentido',
    author: 'De quién',
    text: 'Texto',
    file: 'Archivo',
    names: { conversations: 'Informe de atenciones', waits: 'Informe de esperas', messages: 'Informe de mensajes' },
    statuses: {
      ABERTO: 'Atendiendo',
      FECHADO: 'Cerrado',
      PENDENTE: 'Esperando',
      GRUPO: 'Grupo',
      NPS: 'En valoración',
      LGPD: 'Esperando el consentimiento',
    },
    directions: { received: 'Recibido', sent: 'Enviado', note: 'Nota privada' },
    origins: {
      phone: 'Teléfono',
      bot: 'Chatbot',
      campaign: 'Campaña',
      schedule: 'Mensaje programado',
      api: 'API',
      system: 'Mensaje automático',
    },
  },
  placeInQueue: (place) => `*Asistente Virtual:*\n{{ms}} *{{name}}*, tu lugar en la cola de atención es: *${place}*`,
  findingAttendant: '*Asistente Virtual*: Espera mientras buscamos un agente...',
  push: {
    message: 'Nuevo mensaje',
    transferred: (name) => (name ? `${name} te lo transfirió` : 'Transferido a ti'),
    transferredToQueue: (name) => `Transferido a la cola ${name}`,
    kinds: {
      image: 'Imagen',
      audio: 'Audio',
      video: 'Video',
      document: 'Documento',
      location: 'Ubicación',
      contact: 'Contacto',
      sticker: 'Sticker',
    },
  },
  mails: {
    foot: 'Este mensaje fue enviado por Guichê. No respondas a este correo.',
    test: {
      subject: 'Guichê: prueba de correo',
      text: (address) => `El servidor de correo de Guichê en ${address} funciona: este mensaje pasó por él.`,
    },
    recoveryCode: {
      subject: 'Tu código para recuperar la contraseña de Guichê',
      text: (code) =>
        `Tu código para recuperar la contraseña de Guichê es ${code}. Vale por 10 minutos. Si no pediste este código, ignora este mensaje y no se lo digas a nadie.`,
    },
    onCall: {
      subject: 'Un cliente espera tu respuesta',
      text: (customer, link) => `\u200eNueva atención esperando tu respuesta: ${customer}\n${link}`,
    },
    passwordChanged: {
      subject: 'Tu contraseña de Guichê fue cambiada',
      text: (login) =>
        `La contraseña de la cuenta ${login} de Guichê acaba de ser cambiada. Si no fuiste tú, avisa al administrador de tu empresa.`,
    },
    receipt: {
      subject: ({ invoice }) => `Recibo de la factura n.º ${invoice} de Guichê`,
      text: ({ company, invoice, plan, amount, paidOn, dueDate, link }) =>
        `¡Hola, ${company}!\n\nRecibimos ${amount} el ${paidOn} por la factura n.º ${invoice} (${plan}). Tu licencia de Guichê vale hasta el ${dueDate}.\n\nTus facturas están en ${link}.`,
    },
  },
  subscription: {
    fiveDays: {
      subject: 'Tu suscripción a Guichê vence en {days} días',
      text: '¡Hola, {company}!\n\nTu suscripción a Guichê vence el {dueDate}, dentro de {days} días. Importe: {amount}.\n\nPara pagar por Pix, entra en {link}.\n\nSi ya pagaste, ignora este aviso.',
    },
    oneDay: {
      subject: 'Tu suscripción a Guichê vence mañana',
      text: '¡Hola, {company}!\n\nTu suscripción a Guichê vence mañana, {dueDate}. Importe: {amount}.\n\nPara pagar por Pix, entra en {link}.\n\nSi ya pagaste, ignora este aviso.',
    },
    due: {
      subject: 'Vencimiento de tu suscripción a Guichê: {dueDate}',
      text: '¡Hola, {company}!\n\nEl vencimiento de tu suscripción a Guichê es el {dueDate}. Importe: {amount}.\n\nPara pagar por Pix, entra en {link}. Sin el pago, el acceso se bloqueará. Días restantes: {days}.\n\nSi ya pagaste, ignora este aviso.',
    },
    blocked: {
      subject: 'El acceso de tu empresa a Guichê está bloqueado',
      text: '¡Hola, {company}!\n\nTu suscripción a Guichê venció el {dueDate} y el acceso está bloqueado. Los mensajes de tus clientes se siguen recibiendo y guardando, pero nadie puede responderlos, tampoco el bot.\n\nPara volver a atender, paga {amount} por Pix en {link}. El acceso vuelve en cuanto se confirme el pago.',
    },
  },
  numbers: {
    pendingNow: {
      label: 'Chats pendientes',
      sentence:
        'Tickets que nadie atiende ahora: esperan en la cola, con el bot o el consentimiento del cliente. No se aplica ningún período.',
    },
    openNow: { label: 'Chats activos', sentence: 'Tickets que un agente atiende ahora. No se aplica ningún período.' },
    waitingNow: {
      label: 'Espera actual',
      sentence:
        'Cuánto tiempo llevan esperando, en promedio, los clientes que ahora esperan una respuesta. No se aplica ningún período.',
    },
    ratingNow: {
      label: 'Esperando valoración',
      sentence: 'Tickets cuyo cliente fue invitado a valorar y aún no respondió. No se aplica ningún período.',
    },
    started: {
      label: 'Total de atenciones',
      sentence:
        'Atenciones que comenzaron en el período. Una atención comienza cuando el cliente llega o se reabre un ticket; un ticket reabierto cuenta de nuevo.',
    },
    finished: {
      label: 'Chats finalizados',
      sentence: 'Atenciones que terminaron en el período, también las que aún esperan la valoración del cliente.',
    },
    finishedByPeople: {
      label: 'Finalizados por personas',
      sentence: 'De los finalizados, los que tenían un agente al final o fueron cerrados por una persona.',
    },
    finishedByBots: {
      label: 'Finalizados por el bot',
      sentence: 'De los finalizados, los que terminaron sin ningún agente: por el bot o por inactividad.',
    },
    finishedUnanswered: {
      label: 'Finalizados sin respuesta',
      sentence:
        'De los finalizados, aquellos en los que el cliente esperaba una respuesta y nunca recibió ninguna de una persona.',
    },
    closed: {
      label: 'Chats cerrados',
      sentence: 'Atenciones cerradas definitivamente en el período: la valoración del cliente llegó o ya no se espera.',
    },
    leads: {
      label: 'Clientes potenciales',
      sentence: 'Contactos cuya primera atención de todas comenzó en el período.',
    },
    serviceTime: {
      label: 'Tiempo medio de atención',
      sentence:
        'Tiempo medio desde que el primer agente aceptó hasta el final, de las atenciones que terminaron en el período. Cuenta todas las horas del reloj.',
    },
    pickupTime: {
      label: 'Tiempo medio hasta aceptar',
      sentence:
        'Tiempo medio desde el comienzo de la atención hasta que el primer agente aceptó, de las atenciones que terminaron en el período.',
    },
    waitTime: {
      label: 'Tiempo medio de espera',
      sentence:
        'Tiempo medio que los clientes esperaron cada respuesta de una persona dada en el período, también desde el teléfono. Cuenta todas las horas del reloj; las respuestas automáticas no terminan la espera.',
    },
    waitServiceTime: {
      label: 'Espera media en horario de atención',
      sentence: 'Las mismas esperas, contando solo el tiempo dentro del horario de atención.',
    },
    firstWaitTime: {
      label: 'Tiempo medio de primera respuesta',
      sentence: 'De las mismas esperas, solo la primera de cada atención.',
    },
    unansweredWaits: {
      label: 'Esperas sin respuesta',
      sentence:
        'Esperas de clientes que terminaron en el período sin respuesta de una persona, porque el ticket se cerró.',
    },
    rated: { label: 'Valoraciones', sentence: 'Atenciones que el cliente valoró en el período.' },
    unrated: {
      label: 'Sin valoración',
      sentence: 'Atenciones cerradas definitivamente en el período sin valoración, se haya pedido o no.',
    },
    score: {
      label: 'Puntuación media',
      sentence:
        'Promedio de las valoraciones dadas en el período, de 0 a 5 estrellas. Las de otras escalas se convierten según la mejor nota de la escala.',
    },
    great: { label: 'Excelente', sentence: 'Valoraciones del período con la mejor de las cinco caritas.' },
    good: { label: 'Bueno', sentence: 'Valoraciones del período con la tercera o la cuarta de las cinco caritas.' },
    bad: { label: 'Malo', sentence: 'Valoraciones del período con la primera o la segunda de las cinco caritas.' },
    promoters: {
      label: 'Promotores',
      sentence:
        'Valoraciones 9 y 10 del período, en la escala de 0 a 10. El NPS es su porcentaje menos el de los detractores.',
    },
    passives: { label: 'Pasivos', sentence: 'Valoraciones 7 y 8 del período, en la escala de 0 a 10.' },
    detractors: { label: 'Detractores', sentence: 'Valoraciones de 0 a 6 del período, en la escala de 0 a 10.' },
  },
  webChat: {
    joined: (name) => `${name} se unió a la conversación`,
    ended: 'La conversación ha terminado',
    missing: {
      title: 'Chat no encontrado',
      text: 'Esta dirección no lleva a ningún chat. Revisa la dirección o contacta a la empresa de otra forma.',
    },
    unavailable: {
      title: 'Chat no disponible',
      text: 'El chat no se puede abrir ahora. Inténtalo más tarde o contacta a la empresa de otra forma.',
    },
  },
}
