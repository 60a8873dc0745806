import type { PageTexts } from './texts.ts';

export const es: PageTexts = {
  language: 'es',
  title: 'Su decisión',
  greeting: (name) => `Hola, ${name}:`,
  loading: 'Un momento …',
  noScript:
    'Esta página necesita JavaScript. Actívelo o pida a un administrador que decida por usted.',
  refusedTitle: 'Este enlace no es válido',
  refused:
    'Puede que usted u otra persona ya haya respondido a la pregunta, o que el plazo haya terminado. Un mensaje más reciente sobre el grupo contiene un enlace nuevo.',
  failed: 'No se pudo cargar la página. Compruebe la conexión e inténtelo de nuevo.',
  retry: 'Intentar de nuevo',
  dueBy: (date) => `Decida antes del ${date}.`,
  group: 'Grupo',
  alias: 'Dirección',
  organisation: 'Organización',
  facts: {
    responsible: 'Responsable',
    deputy: 'Suplente',
    former_responsible: 'Responsable anterior',
    requested_by: 'Solicitado por',
    new_name: 'Nombre nuevo',
    visibility: 'Visibilidad',
    people: 'Personas',
    guests: 'Invitados',
    source: 'Sistema',
    added: 'Se añaden',
    removed: 'Se quitan',
    properties: 'Propiedades',
    description: 'Descripción',
    expires: 'Vence el',
    renewed_until: 'Si se renueva, existe hasta el',
    unused_since: 'Sin uso desde',
    stage: 'Etapa',
    reason: 'Motivo',
  },
  values: {
    public: 'público: cualquiera de la organización puede unirse',
    private: 'privado: los propietarios deciden quién se une',
  },
  choices: 'Su decisión',
  person: 'Indique o elija una persona',
  personHint: 'Correo electrónico',
  displayName: 'Nombre del grupo',
  reason: 'Motivo (opcional)',
  reasonRequired: 'Motivo',
  send: 'Enviar la decisión',
  sending: 'Enviando …',
  missingChoice: 'Elija una de las opciones.',
  missingReason: 'Indique un motivo.',
  missingPerson: 'Indique un correo electrónico.',
  missingDecisions: 'Elija una respuesta para cada persona.',
  roles: { owner: 'Propietario', guest: 'Invitado' },
  personDecisions: { keep: 'Se queda', remove: 'Sale', unsure: 'No lo sé' },
  doneTitle: 'Gracias',
  done: 'Su decisión está guardada. Puede cerrar esta página.',
  signInTitle: 'Inicie sesión',
  signIn:
    'Para esta decisión debe iniciar sesión con la cuenta de su organización. Después volverá a esta página.',
  signInButton: 'Iniciar sesión',
  signInFailed:
    'No se pudo iniciar sesión. Inténtelo de nuevo o pida a un administrador que decida por usted.',
  mine: {
    title: 'Mis grupos',
    signIn:
      'Inicie sesión con la cuenta de su organización para ver sus grupos y las preguntas abiertas.',
    signedInAs: (email) => `Sesión iniciada como ${email}.`,
    tasks: 'Se necesita su decisión',
    noTasks: 'Nada necesita su decisión',
    decide: 'Decidir',
    groups: 'Sus grupos',
    noGroups: 'No está en ningún grupo',
    more: 'Está en más grupos de los que muestra esta página.',
    back: 'Volver a mis grupos',
    roles: {
      responsible: 'responsable',
      deputy: 'suplente',
      owner: 'propietario',
      member: 'miembro',
    },
    states: {
      being_created: 'en creación',
      active: 'activo',
      archived: 'archivado',
      deleted: 'eliminado',
      gone: 'retirado',
      ended: 'ya no se administra',
      failed: 'no creado',
    },
    expires: (date) => `caduca el ${date}`,
  },
  kinds: {
    renew: {
      question: (group) => `¿Se necesita todavía el grupo «${group}»?`,
      explanation: 'Un grupo que nadie renueva se cierra.',
      decisions: {
        renew: { label: 'Sí, mantenerlo', hint: 'El grupo sigue existiendo.' },
        let_expire: {
          label: 'No, dejar que venza',
          hint: 'El grupo se cierra en su fecha de vencimiento.',
        },
      },
    },
    review: {
      question: (group) => `¿Siguen siendo correctos los propietarios e invitados de «${group}»?`,
      explanation: 'Decida sobre cada persona. En caso de duda, la persona se queda.',
      people: '¿La persona sigue perteneciendo al grupo?',
      decisions: {
        confirm: {
          label: 'Confirmar',
          hint: 'Las personas que salen pierden su lugar en el grupo.',
        },
      },
    },
    approve: {
      question: (group) => `¿Se debe crear el grupo «${group}»?`,
      explanation: 'Un sistema solicitó este grupo. Solo se crea con su aprobación.',
      decisions: {
        approve: { label: 'Aprobar', hint: 'El grupo se crea.' },
        amend: {
          label: 'Aprobar con otro nombre',
          hint: 'El grupo se crea con el nombre que usted escriba.',
        },
        reject: { label: 'Rechazar', hint: 'El grupo no se crea. El motivo es obligatorio.' },
      },
    },
    approve_change: {
      question: (group) => `¿Se debe cambiar el grupo «${group}»?`,
      explanation: 'Se solicitó este cambio. El grupo solo se cambia con su aprobación.',
      decisions: {
        approve: { label: 'Aprobar', hint: 'El grupo se cambia.' },
        amend: {
          label: 'Aprobar con otro nombre',
          hint: 'El grupo se cambia y recibe el nombre que usted escriba.',
        },
        reject: { label: 'Rechazar', hint: 'El grupo queda como está. El motivo es obligatorio.' },
      },
    },
    approve_delete: {
      question: (group) => `¿Se debe eliminar el grupo «${group}»?`,
      explanation:
        'Se solicitó esta eliminación. El grupo y su contenido solo se eliminan con su aprobación. Un administrador puede restaurarlos durante 30 días.',
      decisions: {
        approve: { label: 'Aprobar', hint: 'El grupo se elimina.' },
        reject: { label: 'Rechazar', hint: 'El grupo queda como está. El motivo es obligatorio.' },
      },
    },
    approve_adoption: {
      question: (group) => `¿Debe el grupo «${group}» seguir las reglas de su organización?`,
      explanation:
        'El grupo se creó en Microsoft 365. Con su aprobación, tiene un responsable y sigue una plantilla. Sus miembros y su contenido se conservan.',
      decisions: {
        approve: { label: 'Aprobar', hint: 'El grupo se adopta.' },
        reject: {
          label: 'Rechazar',
          hint: 'El grupo queda como está y no se vuelve a preguntar a nadie.',
        },
      },
    },
    name_deputy: {
      question: (group) => `¿Quién es suplente en «${group}»?`,
      explanation:
        'El grupo no tiene suplente. El suplente asume la responsabilidad si el responsable se va.',
      people: 'Sugerencias',
      decisions: {
        name: {
          label: 'Nombrar suplente',
          hint: 'La persona pasa a ser propietaria del grupo.',
        },
      },
    },
    take_over: {
      question: (group) => `¿Asume usted el grupo «${group}»?`,
      explanation: 'Ya nadie es responsable de este grupo.',
      decisions: {
        accept: {
          label: 'Sí, lo asumo',
          hint: 'Usted pasa a ser responsable y propietario del grupo.',
        },
        decline: { label: 'No', hint: 'Las demás personas consultadas aún pueden aceptar.' },
      },
    },
    add_owner: {
      question: (group) => `¿Quién será otro propietario de «${group}»?`,
      explanation:
        'El grupo tiene menos propietarios que puedan actuar de los que exige su plantilla.',
      people: 'Sugerencias',
      decisions: {
        add: { label: 'Nombrar propietario', hint: 'La persona pasa a ser propietaria del grupo.' },
      },
    },
    confirm_removals: {
      question: (group) => `¿Dejan estas personas «${group}»?`,
      explanation:
        'Un sistema ya no nombra a tantas personas que se quedan hasta que alguien decida. Puede ser un error, como una lista vacía.',
      decisions: {
        remove: {
          label: 'Quitar a las personas',
          hint: 'Dejan el grupo. El sistema tenía razón.',
        },
        keep: {
          label: 'Conservar a las personas',
          hint: 'Se quedan, y ningún sistema las quita después.',
        },
      },
    },
    still_needed: {
      question: (group) => `¿Todavía se necesita el grupo «${group}»?`,
      explanation:
        'Los informes de Microsoft 365 no muestran uso desde hace tiempo: ni mensajes en canales, ni correo, ni trabajo en archivos.',
      decisions: {
        needed: {
          label: 'Sí, se necesita',
          hint: 'El grupo se conserva y nadie vuelve a preguntar por un tiempo.',
        },
        not_needed: {
          label: 'No, no se necesita',
          hint: 'El grupo caducará. Recibirá recordatorios y todavía podrá renovarlo.',
        },
      },
    },
    contested: {
      question: (group) => `Otra herramienta cambia «${group}» una y otra vez. ¿Qué valor vale?`,
      explanation:
        'El registro del grupo se restauró dos veces, y cada vez otra herramienta volvió a escribir su valor.',
      decisions: {
        repair: {
          label: 'Restaurar el registro',
          hint: 'El directorio recibe el valor del registro. Detenga antes la otra herramienta.',
        },
        accept: {
          label: 'Conservar el valor actual',
          hint: 'El registro recibe el valor que el directorio tiene ahora.',
        },
      },
    },
    hand_back: {
      question: (group) => `¿Desea devolver el grupo «${group}»?`,
      explanation:
        'El responsable anterior vuelve a estar disponible. Decide usted, porque ahora es responsable del grupo.',
      decisions: {
        hand_back: {
          label: 'Sí, devolverlo',
          hint: 'La persona anterior vuelve a ser responsable. Usted sigue siendo propietario.',
        },
        keep: { label: 'No, conservarlo', hint: 'Usted sigue siendo responsable.' },
      },
    },
    accept_responsibility: {
      question: (group) => `¿Acepta la responsabilidad de «${group}»?`,
      explanation:
        'El responsable responde por el grupo: lo renueva, revisa sus personas y nombra un suplente.',
      decisions: {
        accept: { label: 'Sí, acepto', hint: 'Usted sigue siendo responsable.' },
        pass_on: {
          label: 'Pasar el cargo',
          hint: 'La persona que nombre será responsable. Usted sigue siendo propietario.',
        },
        decline: {
          label: 'No',
          hint: 'Se busca a otra persona. Hasta entonces usted sigue siendo responsable. El motivo es obligatorio.',
        },
      },
    },
    accept_deputy_role: {
      question: (group) => `¿Acepta ser suplente de «${group}»?`,
      explanation: 'El suplente asume la responsabilidad si el responsable se va.',
      decisions: {
        accept: { label: 'Sí, acepto', hint: 'Usted sigue siendo suplente.' },
        pass_on: {
          label: 'Pasar el cargo',
          hint: 'La persona que nombre será suplente. Usted sigue siendo propietario.',
        },
        decline: {
          label: 'No',
          hint: 'Se busca a otra persona. Hasta entonces usted sigue siendo suplente. El motivo es obligatorio.',
        },
      },
    },
  },
};
