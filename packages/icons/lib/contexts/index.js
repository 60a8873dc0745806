export * from './IconDirectionContext.js';
