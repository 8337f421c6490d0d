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
    consent: { question: 'Estoy al tanto del tratamiento de mis datos personales.', yes: 'Sí', no: 'No' },
    audioRefused:
      '*Asistente Virtual*:\nLamentablemente no podemos escuchar audios ni ver videos por este canal. Por favor, envía un mensaje de *texto*.',
  },
  optOut: {
    out: '*Mensaje automático*:\nListo, ya no recibirás nuestras campañas. Si cambias de opinión, responde *VOLVER* en un plazo de 7 días.',
    back: '*Mensaje automático*:\n¡Qué bueno tenerte de vuelta! Volverás a recibir nuestras campañas. Para salir, responde *STOP*.',
  },
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
      erased: 'Contacto eliminado antes del envío',
      talking: 'En atención',
      ERR_WAPP_INVALID_CONTACT: 'Número sin WhatsApp',
      ERR_SENDING_WAPP_MSG: 'WhatsApp no confirmó el envío',
      ERR_CAMPAIGN_STOPPED: 'La campaña se canceló durante el envío',
      ERR_OPTED_OUT: 'Pidió no recibir campañas',
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
    sources: { word: 'Lo escribió', attendant: 'Por un agente', import: 'Por una hoja de cálculo' },
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
