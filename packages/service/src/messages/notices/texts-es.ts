import type { Texts } from './texts.ts';

export const es: Texts = {
  subjectOfQuestion: (kind, group) =>
    ({
      renew: `¿Todavía necesita «${group}»?`,
      review: `Revise las personas de «${group}»`,
      approve: `Apruebe o rechace «${group}»`,
      approve_change: `Apruebe o rechace un cambio de «${group}»`,
      approve_delete: `Apruebe o rechace la eliminación de «${group}»`,
      approve_adoption: `¿Debe «${group}» seguir las reglas de su organización?`,
      name_deputy: `«${group}» necesita una persona suplente`,
      take_over: `«${group}» necesita una persona responsable`,
      add_owner: `«${group}» necesita otro propietario`,
      hand_back: `«${group}» puede devolverse`,
      accept_responsibility: `¿Acepta la responsabilidad de «${group}»?`,
      accept_deputy_role: `¿Acepta ser suplente de «${group}»?`,
      confirm_removals: `Una lista quita a personas de «${group}»`,
      still_needed: `¿Todavía se necesita «${group}»?`,
      contested: `Otra herramienta cambia «${group}» una y otra vez`,
    })[kind],
  subjectOfQuestions: (count) => `${count} grupos esperan su decisión`,
  subjectOfNews: (group) => `Novedades de «${group}»`,
  subjectOfManyNews: (count) => `Novedades de ${count} de sus grupos`,
  questions: 'Se necesita su decisión',
  news: 'Para su información',
  sentences: {
    renew: ({ date, unanswered }) =>
      `Este grupo caduca el ${date}. ${
        unanswered === 'delete'
          ? 'Si no se renueva, se eliminará.'
          : unanswered === 'keep'
            ? 'Indique si todavía se necesita.'
            : 'Si no se renueva, se archivará: todos podrán leerlo y nadie podrá modificarlo.'
      }`,
    review: ({ date, unanswered }) =>
      `Revise antes del ${date} si las personas de este grupo siguen perteneciendo a él.${
        unanswered === 'remove_guests'
          ? ' Los invitados que nadie confirme se quitarán.'
          : unanswered === 'archive'
            ? ' Sin respuesta, el grupo se archivará.'
            : ''
      }`,
    approve: ({ date, person }) =>
      `${person === undefined ? 'Un sistema' : person} solicitó este grupo nuevo. Se creará cuando usted lo apruebe. Decida antes del ${date}.`,
    approve_change: ({ date, person }) =>
      `${person === undefined ? 'Un sistema' : person} solicitó un cambio de este grupo. Se cambiará cuando usted lo apruebe. Decida antes del ${date}.`,
    approve_delete: ({ date, person }) =>
      `${person === undefined ? 'Un sistema' : person} solicitó eliminar este grupo. Se eliminará cuando usted lo apruebe. Decida antes del ${date}.`,
    approve_adoption: ({ date }) =>
      `Este grupo se creó en Microsoft 365. Con su aprobación, sigue las reglas de su organización: tiene un responsable y recibe cuidado. Sus miembros y su contenido se conservan. Decida antes del ${date}. Sin respuesta, queda como está.`,
    name_deputy: ({ date }) =>
      `Este grupo no tiene suplente. Nombre${date === undefined ? '' : ` antes del ${date}`} a alguien que responda por él en su ausencia.`,
    take_over: ({ date }) =>
      `Nadie es responsable de este grupo. ¿Se hace cargo de él? Decida${date === undefined ? '' : ` antes del ${date}`}.`,
    add_owner: () => 'Este grupo tiene menos propietarios de los que necesita. Nombre a otro.',
    hand_back: ({ person, date }) =>
      `${person ?? 'El responsable anterior'} vuelve a estar disponible. ¿Desea devolverle este grupo?${date === undefined ? '' : ` Sin respuesta antes del ${date}, usted lo conserva.`}`,
    accept_responsibility: ({ date }) =>
      `Se le nombró responsable de este grupo. Acepte${date === undefined ? '' : ` antes del ${date}`} o pase el cargo a otra persona.`,
    accept_deputy_role: ({ date }) =>
      `Se le nombró suplente de este grupo. Acepte${date === undefined ? '' : ` antes del ${date}`} o pase el cargo a otra persona.`,
    confirm_removals: () =>
      'Un sistema ya no nombra a personas que había incluido en el grupo. Se quedan hasta que alguien decida.',
    still_needed: ({ date, unanswered }) =>
      `Nadie ha usado este grupo desde hace tiempo. Indique antes del ${date} si todavía se necesita.${
        unanswered === 'keep' ? '' : ' Sin respuesta, caducará; recibirá recordatorios antes.'
      }`,
    contested: () =>
      'Otra herramienta cambia este grupo cada vez que se restaura su registro. Decida qué valor vale.',
    created: ({ isDeputy, date }) =>
      `Se creó este grupo y usted es ${isDeputy ? 'su suplente' : 'la persona responsable'}.${date === undefined ? '' : ` Caduca el ${date}; antes le preguntaremos.`}`,
    creation_failed: ({ reason }) =>
      `No se pudo crear este grupo.${reason === undefined ? '' : ` ${reason}`}`,
    renewed: ({ date, person }) =>
      `${person === undefined ? 'Este grupo se renovó' : `${person} renovó este grupo`}. Caduca el ${date}.`,
    kept: () => 'Este grupo caducó. Como nadie respondió, queda como está.',
    archived: ({ deletionDate }) =>
      `Este grupo caducó y se archivó. ${deletionDate === undefined ? 'Su contenido se puede seguir leyendo.' : `Su contenido se puede leer hasta que el grupo se elimine el ${deletionDate}.`}`,
    cannot_archive: () =>
      'Este grupo caducó, pero no se puede archivar porque no tiene equipo. Queda como está hasta que alguien decida.',
    deletes_soon: ({ date }) =>
      `Este grupo archivado se eliminará el ${date}. Guarde lo que necesite o solicite su conservación.`,
    deleted: () => 'Este grupo se eliminó. Un administrador puede restaurarlo durante 30 días.',
    guest_leaves: ({ person, date }) =>
      `${person} es invitado de este grupo y lo deja el ${date}. El sistema que nombra al invitado puede indicar una fecha posterior.`,
    guests_removed: ({ count }) =>
      `${count === 1 ? 'Se quitó a un invitado' : `Se quitó a ${count} invitados`} de este grupo porque nadie los confirmó.`,
    review_lapsed: () => 'Nadie revisó a tiempo las personas de este grupo. Queda como está.',
    took_over: ({ person }) =>
      `Desde ahora usted es responsable de este grupo${person === undefined ? '' : `, en lugar de ${person}`}.`,
    handed_over: ({ person }) => `Desde ahora ${person} es responsable de este grupo.`,
    unavailable: ({ person, date }) =>
      `${person} no está disponible${date === undefined ? '' : `. Si esto no cambia, el grupo se entregará el ${date}`}.`,
    vacant: () => 'Nadie es responsable de este grupo y nadie pudo hacerse cargo de él.',
    not_accepted: ({ person, isDeputy, reason }) =>
      `${person} ${reason === undefined ? 'no respondió si acepta ser' : 'no acepta ser'} ${isDeputy ? 'suplente' : 'responsable'} de este grupo.${reason === undefined ? '' : ` ${reason}`}`,
    decision_failed: ({ reason }) =>
      `No se pudo aplicar una decisión sobre este grupo. La pregunta vuelve a estar abierta.${reason === undefined ? '' : ` ${reason}`}`,
    enforcement_stopped: ({ count }) =>
      `${count} grupos difieren a la vez de sus registros, por lo que las plantillas no restauran ninguno. Revise las diferencias y acéptelas, repárelas o libérelas.`,
    idle_stopped: ({ count }) =>
      `Parece que nadie usa ${count} grupos a la vez, por lo que no se preguntó por ellos. Revíselos y libere las preguntas en el centro de administración.`,
    reports_concealed: () =>
      'Microsoft 365 oculta los nombres de los grupos en sus informes, por lo que no se sabe cuándo se usaron por última vez y no se pregunta por los que no se usan. Para cambiarlo, abra Configuración, Configuración de la organización, Informes en el Centro de administración de Microsoft 365 y desactive «Mostrar nombres ocultos de usuarios, grupos y sitios en todos los informes».',
    adoptions_stopped: ({ count }) =>
      `${count} adopciones de una plantilla han fallado en una hora, por lo que no adopta más grupos. Lea sus errores y corrija la causa. Después, libere las adopciones en el centro de administración.`,
    mass_departure: ({ count }) =>
      `${count} personas responsables dejaron de estar disponibles a la vez. No se entregó nada. Revise el directorio y después autorice las entregas en el centro de administración.`,
    credential_expires: ({ date, address }) =>
      address === undefined
        ? `La credencial de la conexión con Microsoft 365 es válida hasta el ${date}. Después no se podrá crear ni cambiar ningún grupo. Renuévela en Entra e introdúzcala en el centro de administración.`
        : `La credencial de la segunda aplicación, para SharePoint en ${address}, es válida hasta el ${date}. Después no se podrá establecer ninguna etiqueta de confidencialidad, y las plantillas que la exigen no crearán ningún grupo. Renuévela en Entra e introdúzcala en el centro de administración.`,
    microsoft_changed: ({ reason }) =>
      `Microsoft 365 ya no se comporta como supone la conexión: ${reason}. Es posible que fallen creaciones o cambios. Abra la conexión en el centro de administración y vuelva a sondearla al cabo de unas horas.`,
    webhook_failing: ({ address, date, reason }) =>
      `No se han podido entregar eventos a ${address} desde el ${date}.${reason === undefined ? '' : ` ${reason}`} El servicio lo reintenta durante tres días. Corrija el punto de conexión o reenvíe los eventos más tarde en el centro de administración.`,
    webhook_recovered: ({ address }) =>
      `Se vuelven a entregar eventos a ${address}. Los que estaban en espera se entregarán a continuación.`,
    webhook_disabled: ({ address, reason }) =>
      `Ya no se envían eventos a ${address}. ${reason} No se pierde nada: cuando active el punto de conexión en el centro de administración, recibirá lo que falta.`,
  },
  actions: {
    renew: 'Renovar o dejar que caduque',
    review: 'Revisar personas',
    approve: 'Aprobar o rechazar',
    approve_change: 'Aprobar o rechazar',
    approve_delete: 'Aprobar o rechazar',
    approve_adoption: 'Aprobar o rechazar',
    name_deputy: 'Nombrar suplente',
    take_over: 'Decidir',
    add_owner: 'Nombrar propietario',
    hand_back: 'Conservar o devolver',
    accept_responsibility: 'Aceptar o pasar',
    accept_deputy_role: 'Aceptar o pasar',
    confirm_removals: 'Decidir',
    still_needed: 'Decir si se necesita',
    contested: 'Decidir',
  },
  headings: {
    created: 'Grupo nuevo',
    creation_failed: 'Creación fallida',
    renewed: 'Renovado',
    kept: 'Caducado',
    archived: 'Archivado',
    cannot_archive: 'Caducado',
    deletes_soon: 'Se elimina pronto',
    deleted: 'Eliminado',
    guest_leaves: 'Un invitado se va pronto',
    guests_removed: 'Invitados quitados',
    review_lapsed: 'Personas sin revisar',
    took_over: 'Usted es responsable',
    handed_over: 'Entregado',
    unavailable: 'No disponible',
    vacant: 'Nadie es responsable',
    not_accepted: 'No aceptado',
    decision_failed: 'Decisión no aplicada',
    enforcement_stopped: 'Muchos grupos difieren a la vez',
    idle_stopped: 'Muchos grupos sin uso a la vez',
    reports_concealed: 'Los informes ocultan los grupos',
    adoptions_stopped: 'Las adopciones están detenidas',
    mass_departure: 'Muchas personas se fueron a la vez',
    credential_expires: 'La credencial de la conexión caduca',
    microsoft_changed: 'Microsoft ha cambiado algo',
    webhook_failing: 'El punto de conexión de webhook falla',
    webhook_recovered: 'El punto de conexión de webhook vuelve a funcionar',
    webhook_disabled: 'Punto de conexión de webhook desactivado',
  },
  reminder: 'Recordatorio',
  more: (count) => `Y ${count} más. Los encuentra todos en la página de sus grupos.`,
  allGroups: 'Todos mis grupos y tareas',
  personal:
    'Los enlaces de este mensaje son solo para usted: no lo reenvíe. Abrir un enlace no decide nada; usted elige en la página.',
  whyYou: (tenant) =>
    `Recibe este mensaje porque tiene una función en estos grupos de ${tenant}. Recibe como máximo uno al día.`,
  contact: (address) => `¿Preguntas? Escriba a ${address}.`,
  testSubject: 'Mensaje de prueba',
  test: 'Esto es una prueba. Los avisos a las personas se envían como este mensaje.',
  invitationSubject: 'Invitación al centro de administración',
  invitation: (date) =>
    `Se le ha invitado a trabajar en el centro de administración de este inquilino. El enlace funciona una sola vez, hasta el ${date}. Es solo para usted: no lo reenvíe.`,
  invitationAction: 'Iniciar sesión',
  adminCenter: 'Centro de administración',
};
