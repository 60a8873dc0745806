export const en = {
  title: 'Sign in',
  signingIn: 'Signing you in',
  refused: {
    not_begun: 'This sign-in did not start in this browser, or took too long. Start again.',
    not_confirmed: 'The sign-in provider did not confirm the sign-in. Start again.',
    no_email: 'The sign-in provider sent no verified email address for you.',
    other_account:
      'Your email address belongs to an administrator who signed in with another account before. Ask an administrator of this tenant to reset that account.',
    not_listed:
      'You signed in, but you are not an administrator of this tenant. Ask one of its administrators to add you.',
    unavailable: 'The sign-in provider sent an unexpected answer. Try again later.',
    other: 'The sign-in failed.',
  },
  signedOut: 'You are signed out.',
  continueWith: 'Continue with {provider}',
  byLink: 'Sign in with a one-time link. Ask your operator to run:',
  orByLink: 'Or sign in with a one-time link. Ask your operator to run:',
  command: 'Command for a sign-in link',
  whichTenant: 'Which tenant?',
  tenantLead: 'The address of your admin center ends with your tenant ID. Your operator knows it.',
  tenantId: 'Tenant ID',
  tenantFault: 'A tenant ID is a GUID, such as 0198b0aa-3f0b-7c44-9b0e-5a2d4c1f7e10.',
} as const;
